import { v7 as uuidv7 } from "uuid";
import { teamMembers, teams } from "@/db/schema/teams";
import { requireUser } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { createTeam } from "./contract";
import { teamReferenceId } from "./reference-id";
import { slugTaken } from "./slug-taken";
import { toTeam } from "./to-team";

export const handleCreateTeam = implement(createTeam, async (ctx, input) => {
  const user = requireUser(ctx);
  const { name, slug } = await input.fields();
  return withinQuotas(ctx, [{ name: "teams", ownerId: user.id }], (within) =>
    transaction(within, async ({ db }) => {
      const [team] = await db
        .insert(teams)
        .values({ id: uuidv7(), referenceId: teamReferenceId(), name, slug })
        .onConflictDoNothing({ target: teams.slug })
        .returning();
      if (!team) throw slugTaken(slug);
      noteTrail(ctx, { place: { teamId: team.id } });
      await db.insert(teamMembers).values({ teamId: team.id, userId: user.id, role: "admin" });
      return toTeam({ ...team, role: "admin" });
    }),
  );
});
