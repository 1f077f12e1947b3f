import { eq } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import { teams } from "@/db/schema/teams";
import { requireOpenInvitation } from "@/lib/auth/open-invitation";
import { countEntrance } from "@/lib/auth/sign-in-limits";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { getInvitation } from "./contract";

/** The link is the permission: whoever has it may know what it offers. */
export const handleGetInvitation = implement(getInvitation, async (ctx, input) => {
  await input.fields();
  await countEntrance(ctx);
  const { teamId, createdBy, email, role, expiresAt } = await requireOpenInvitation(ctx, input.token);
  const [team] = await ctx.db.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  if (!team) throw notFound("Invitation");
  const [maker] = createdBy
    ? await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, createdBy))
    : [];
  return {
    ...{ teamName: team.name, invitedBy: maker?.name ?? null },
    ...{ email, role, expiresAt: expiresAt.toISOString() },
  };
});
