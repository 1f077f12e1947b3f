import { and, eq, getTableColumns, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import { invitations } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { statusesOf } from "@/lib/auth/emails/queue-email";
import { invitationTopic } from "@/lib/auth/emails/topics";
import { stateOfInvitation } from "@/lib/auth/open-invitation";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { type InvitationState, listInvitations } from "./contract";

const { tokenHash: _, createdBy: maker, ...stored } = getTableColumns(invitations);
const { id, email, expiresAt, createdAt, acceptedAt, revokedAt } = stored;

const createdBy = sql<string | null>`(select ${users.name} from ${users} where ${users.id} = ${maker})`;

const list = listOf({
  from: invitations,
  columns: { ...stored, createdBy },
  // What its state is made of.
  always: ["acceptedAt", "revokedAt", "expiresAt"],
  id,
  searched: [email],
  sorts: { createdAt: byTime(createdAt), expiresAt: byTime(expiresAt), email: byText(email) },
});

const unused = and(isNull(acceptedAt), isNull(revokedAt));
const inState: Record<InvitationState, (now: Date) => SQL | undefined> = {
  open: (now) => and(unused, gt(expiresAt, now)),
  expired: (now) => and(unused, lte(expiresAt, now)),
  accepted: () => isNotNull(acceptedAt),
  revoked: () => and(isNull(acceptedAt), isNotNull(revokedAt)),
};

export const handleListInvitations = implement(listInvitations, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const { state = "open", ...asked } = await input.fields();
  const now = ctx.now();
  const where = and(eq(invitations.teamId, team.id), inState[state](now));
  return readPage(ctx.db, list, { ...asked, where }, async (rows) => {
    const statuses = await statusesOf(
      ctx.db,
      rows.map((row) => invitationTopic(row.id)),
    );
    return rows.map((row) => ({
      ...{ ...withIsoTimes(row), state: stateOfInvitation(row, now) },
      emailStatus: statuses.get(invitationTopic(row.id)) ?? null,
    }));
  });
});
