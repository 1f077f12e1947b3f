import { v7 as uuidv7 } from "uuid";
import { invitations } from "@/db/schema/teams";
import { requireTeam, requireUser } from "@/lib/auth/access";
import { holdTeamAsAdmin } from "@/lib/auth/hold-team";
import { countRate } from "@/lib/auth/limits";
import { type Ctx, transaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { createInvitation } from "./contract";
import { handOut, newLink } from "./invitation";

export const handleCreateInvitation = implement(createInvitation, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  const inviter = requireUser(ctx);
  const { email, role } = await input.fields();
  await countRate(ctx, "invitationsPerHour", inviter.id);
  const { token, stored } = newLink(ctx);
  const values = { id: uuidv7(), teamId: team.id, email, role, createdBy: inviter.id, ...stored };
  // The quota's lock on the team comes first: to ask for it with the other one held, two would wait for each other.
  const row = await withinQuotas(ctx, [{ name: "openInvitations", ownerId: team.id }], (inner) =>
    insertInvitation(inner, values),
  );
  if (!row) throw notFound("Team");
  return handOut(ctx, row, { token, team, by: inviter.name });
});

function insertInvitation(ctx: Ctx, values: typeof invitations.$inferInsert) {
  return transaction(ctx, async (inner) => {
    await holdTeamAsAdmin(inner, values.teamId, "shared");
    const [row] = await inner.db.insert(invitations).values(values).returning();
    return row;
  });
}
