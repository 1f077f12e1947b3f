import { v7 as uuidv7 } from "uuid";
import { invitations } from "@/db/schema/teams";
import { requireTeam, requireUser } from "@/lib/auth/access";
import { mayMail } from "@/lib/auth/address-proof";
import { holdTeamAsAdmin } from "@/lib/auth/hold-team";
import { countRate } from "@/lib/auth/limits";
import { tokenHash } from "@/lib/auth/open-invitation";
import { type Ctx, transaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { env } from "@/lib/platform/env/env";
import { createInvitation } from "./contract";
import { invitationMs, invitationToken, toInvitation } from "./invitation";
import { mailInvitation } from "./mail-invitation";

export const handleCreateInvitation = implement(createInvitation, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  const inviter = requireUser(ctx);
  const { email, role } = await input.fields();
  await countRate(ctx, "invitationsPerHour", inviter.id);
  const token = invitationToken();
  const values = {
    ...{ id: uuidv7(), teamId: team.id, email, role, createdBy: inviter.id, tokenHash: tokenHash(token) },
    expiresAt: new Date(ctx.now().getTime() + invitationMs),
  };
  // The quota's lock on the team comes first: to ask for it with the other one held, two would wait for each other.
  const row = await withinQuotas(ctx, [{ name: "openInvitations", ownerId: team.id }], (inner) =>
    insertInvitation(inner, values),
  );
  if (!row) throw notFound("Team");
  const url = `${env().appUrl}/invitations/${token}`;
  // The link in the answer works without mail, so mail neither delays nor fails it.
  if (await mayMail(ctx, team.id)) {
    ctx.after(() => ctx.background(() => mailInvitation(row, { teamName: team.name, url })));
  }
  return { ...toInvitation(row), token, url };
});

function insertInvitation(ctx: Ctx, values: typeof invitations.$inferInsert) {
  return transaction(ctx, async (inner) => {
    await holdTeamAsAdmin(inner, values.teamId, "shared");
    const [row] = await inner.db.insert(invitations).values(values).returning();
    return row;
  });
}
