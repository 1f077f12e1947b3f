import { eq } from "drizzle-orm";
import { teams } from "@/db/schema/teams";
import type { ProjectRow } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { oneLine, quotedName } from "@/lib/platform/mail/html";

/** Whom a mail is from, for its recipient to judge. People chose these names. */
export type Origin = { project: string; team: string; sender: string };

export async function originOf({ db, actor }: Ctx, { name, teamId }: ProjectRow): Promise<Origin> {
  const [team] = await db.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  // The name may be anybody's. The address is proved wherever mail leaves the installation.
  const sender =
    actor.kind === "user"
      ? `${quotedName(actor.user.name)} (${oneLine(actor.user.email)})`
      : "Somebody with an API key";
  return { project: name, team: team?.name ?? "", sender };
}
