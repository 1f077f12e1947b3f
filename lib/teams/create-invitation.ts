import { v7 as uuidv7 } from "uuid";
import { invitations } from "@/db/schema/teams";
import { requireTeam, requireUser } from "@/lib/auth/access";
import { holdTeamAsAdmin } from "@/lib/auth/hold-team";
import { countAttempt } from "@/lib/auth/limits";
import { tokenHash } from "@/lib/auth/open-invitation";
import { transaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { env } from "@/lib/platform/env/env";
import { rateOf } from "@/lib/platform/quotas/quota-of";
import { createInvitation } from "./contract";
import { invitationMs, invitationToken, toInvitation } from "./invitation";
import { mailInvitation } from "./mail-invitation";

export const handleCreateInvitation = implement(createInvitation, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  const inviter = requireUser(ctx);
  const { email, role } = await input.fields();
  await countAttempt(ctx, `invitations of ${inviter.id}`, rateOf("invitationsPerHour"));
  const token = invitationToken();
  const row = await transaction(ctx, async (inner) => {
    await holdTeamAsAdmin(inner, team.id, "shared");
    const [made] = await inner.db
      .insert(invitations)
      .values({
        id: uuidv7(),
        teamId: team.id,
        email,
        role,
        createdBy: inviter.id,
        tokenHash: tokenHash(token),
        expiresAt: new Date(ctx.now().getTime() + invitationMs),
      })
      .returning();
    return made;
  });
  if (!row) throw notFound("Team");
  const url = `${env().appUrl}/invitations/${token}`;
  // The link in the answer works without mail, so mail neither delays nor fails it.
  ctx.after(() => ctx.background(() => mailInvitation(row, { teamName: team.name, url })));
  return { ...toInvitation(row), token, url };
});
