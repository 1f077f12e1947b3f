import { v7 as uuidv7 } from "uuid";
import { invitations } from "@/db/schema/teams";
import { requireTeam, requireUser } from "@/lib/auth/access";
import { mayMail } from "@/lib/auth/address-proof";
import { countRate } from "@/lib/auth/limits";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { env } from "@/lib/platform/env/env";
import { createInvitation } from "./contract";
import { invitationMs, invitationToken, toInvitation, tokenHash } from "./invitation";
import { mailInvitation } from "./mail-invitation";

export const handleCreateInvitation = implement(createInvitation, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  const { email, role } = await input.fields();
  await countRate(ctx, "invitationsPerHour", requireUser(ctx).id);
  const token = invitationToken();
  const [row] = await withinQuotas(ctx, [{ name: "openInvitations", ownerId: team.id }], ({ db }) =>
    db
      .insert(invitations)
      .values({
        id: uuidv7(),
        teamId: team.id,
        email,
        role,
        tokenHash: tokenHash(token),
        expiresAt: new Date(ctx.now().getTime() + invitationMs),
      })
      .returning(),
  );
  if (!row) throw notFound("Team");
  const url = `${env().appUrl}/invitations/${token}`;
  // The link in the answer works without mail, so mail neither delays nor fails it.
  if (await mayMail(ctx, team.id)) {
    ctx.after(() => ctx.background(() => mailInvitation(row, { teamName: team.name, url })));
  }
  return { ...toInvitation(row), token, url };
});
