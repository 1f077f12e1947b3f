import { eq } from "drizzle-orm";
import { teams } from "@/db/schema/teams";
import type { Ctx } from "@/lib/operations/context";
import { requireTeam, type TeamRow } from "./access";

/**
 * Locks the team inside a transaction. Whoever changes roles takes it alone, and whoever gives something out by virtue
 * of a role shares it, so that neither passes the other unseen.
 */
export async function holdTeam({ db }: Ctx, teamId: string, how: "alone" | "shared"): Promise<void> {
  const strength = how === "alone" ? "update" : "share";
  await db.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for(strength);
}

/**
 * The same, and then the caller's role as it is now.
 * @throws {AppError} `not_found` and `forbidden`, when the caller lost it meanwhile
 */
export async function holdTeamAsAdmin(ctx: Ctx, teamId: string, how: "alone" | "shared"): Promise<TeamRow> {
  await holdTeam(ctx, teamId, how);
  return requireTeam(ctx, teamId, { role: "admin" });
}
