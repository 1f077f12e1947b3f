import { and, eq, lt, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deleteInBatches } from "@/db/delete-in-batches";
import { invitations } from "@/db/schema/teams";

/** How long a team sees whom it invited, and a link says what became of it. */
const keptMs = 90 * 24 * 60 * 60 * 1000;

/** More than anybody looks through; lists of a team's invitations stay fast with so many. */
export const pastMax = 1000;

const { id, teamId, acceptedAt, revokedAt, expiresAt } = invitations;
const endedAt = sql`coalesce(${acceptedAt}, ${revokedAt}, ${expiresAt})`;

/** Removes invitations that ended long ago, however they ended, and of each team those beyond its newest thousand. */
export async function pruneInvitations(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, invitations, lt(endedAt, new Date(now.getTime() - keptMs)));
  const isPast = lte(endedAt, now);
  const full = await db
    .select({ teamId })
    .from(invitations)
    .where(isPast)
    .groupBy(teamId)
    .having(sql`count(*) > ${pastMax}`);
  for (const team of full) {
    const ofTeam = and(eq(teamId, team.teamId), isPast);
    const rest = sql`select ${id} from ${invitations} where ${ofTeam} order by ${endedAt} desc, ${id} desc offset ${pastMax}`;
    await deleteInBatches(db, invitations, and(ofTeam, sql`${id} in (${rest})`));
  }
}
