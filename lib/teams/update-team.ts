import { eq } from "drizzle-orm";
import { teams } from "@/db/schema/teams";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireTeam } from "@/lib/auth/access";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { updateTeam } from "./contract";
import { slugTaken } from "./slug-taken";
import { toTeam } from "./to-team";

export const handleUpdateTeam = implement(updateTeam, async (ctx, input) => {
  const find = () => requireTeam(ctx, input.teamId, { role: "admin" });
  const { role, ...found } = await find();
  const changes = await input.fields();
  try {
    return await changeRow(ctx, teams, {
      ...{ found, find, changes },
      where: eq(teams.id, found.id),
      show: (row) => toTeam({ ...row, role }),
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw slugTaken(changes.slug ?? found.slug);
    throw error;
  }
});
