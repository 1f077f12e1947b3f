import { eq } from "drizzle-orm";
import { teams } from "@/db/schema/teams";
import type { Ctx } from "@/lib/operations/context";
import { requireTeam, type TeamRow } from "./access";

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
