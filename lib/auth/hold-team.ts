import { eq } from "drizzle-orm";
import { teams } from "@/db/schema/teams";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { type ProjectRow, requireProject, requireProjectNow, requireTeam, type TeamRow } from "./access";

/** `ending`: nothing can be added to the team either. */
type Hold = "alone" | "shared" | "ending";
const strengths = { alone: "no key update", shared: "share", ending: "update" } as const;

/**
 * Locks the team inside a transaction. Whoever changes roles takes it alone, and whoever gives something out by virtue
 * of a role shares it, so that neither passes the other unseen. Rows that refer to the team can be written meanwhile, as each
 * entry of its trail does: to make them wait could end with both waiting for each other.
 */
export async function holdTeam({ db }: Ctx, teamId: string, how: Hold): Promise<void> {
  await db.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for(strengths[how]);
}

/**
 * The same, and then the caller's role as it is now.
 * @throws {AppError} `not_found` and `forbidden`, when the caller lost it meanwhile
 */
export async function holdTeamAsAdmin(ctx: Ctx, teamId: string, how: Hold): Promise<TeamRow> {
  await holdTeam(ctx, teamId, how);
  return requireTeam(ctx, teamId, { role: "admin" });
}

/** More moves than these during one request are nobody's everyday life. */
const movesMax = 3;

/**
 * Runs `work` in a transaction that shares the team of a project in which the caller then has the role. If the project moved
 * while this waited, its new team is held instead, and the old one let go of: who moves a project holds two teams.
 * @throws {AppError} `not_found` and `forbidden`, as the caller's role is then
 */
export async function withTeamOf<T>(
  ctx: Ctx,
  projectId: string,
  need: { role?: "admin" },
  work: (ctx: Ctx, project: ProjectRow) => Promise<T>,
): Promise<T> {
  for (let move = 0; move < movesMax; move += 1) {
    try {
      return await transaction(ctx, async (inner) => {
        // A move locks the teams before the project, so the project is not locked yet.
        const { teamId } = await requireProjectNow(inner, { id: projectId }, need);
        await holdTeam(inner, teamId, "shared");
        const project = await requireProject(inner, { id: projectId }, need);
        if (project.teamId !== teamId) throw new Moved();
        return work(inner, project);
      });
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
    }
  }
  throw new AppError("conflict", "The project is being moved to another team. Try again.");
}

/** Ends the transaction, and with it the hold on the team that the project has left. */
class Moved extends Error {}
