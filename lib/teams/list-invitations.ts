import { and, eq, gt, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listInvitations } from "./contract";
import { toInvitation } from "./invitation";

export const handleListInvitations = implement(listInvitations, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const fields = await input.fields();
  const open = and(
    eq(invitations.teamId, team.id),
    isNull(invitations.acceptedAt),
    gt(invitations.expiresAt, ctx.now()),
  );
  const order = { createdAt: invitations.createdAt, id: invitations.id };
  const { where, orderBy, limit } = pageQuery(order, fields, open);
  const rows = await ctx.db
    .select()
    .from(invitations)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(rows, fields, (row) => row, toInvitation);
});
