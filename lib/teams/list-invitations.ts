import { and, eq, gt, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { listInvitations } from "./contract";

const { id, email, role, expiresAt, createdAt } = invitations;

const list = listOf({
  from: invitations,
  columns: { id, email, role, expiresAt, createdAt },
  id,
  searched: [email],
  sorts: { createdAt: byTime(createdAt), expiresAt: byTime(expiresAt), email: byText(email) },
});

export const handleListInvitations = implement(listInvitations, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const asked = await input.fields();
  const where = and(
    eq(invitations.teamId, team.id),
    isNull(invitations.acceptedAt),
    gt(expiresAt, ctx.now()),
  );
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(withIsoTimes));
});
