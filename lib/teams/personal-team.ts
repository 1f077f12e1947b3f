import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Db } from "@/db/client";
import { teamMembers, teams } from "@/db/schema/teams";
import { slugOf } from "@/lib/operations/slug";
import { teamReferenceId } from "./reference-id";

/** How much of the name goes into the slug; a reference id follows. */
const nameLengthMax = 40;

/**
 * Creates the person's own team unless it exists. Team and membership are one transaction, and the unique owner makes
 * a second team impossible, so it may be called at any time, even twice at once.
 */
export async function ensurePersonalTeam(db: Db, owner: { id: string; name: string }): Promise<void> {
  const [kept] = await db.select({ id: teams.id }).from(teams).where(eq(teams.personalOwnerId, owner.id));
  if (kept) return;
  await db.transaction(async (tx) => {
    const referenceId = teamReferenceId();
    const [made] = await tx
      .insert(teams)
      .values({
        id: uuidv7(),
        referenceId,
        name: owner.name,
        slug: `${slugOf(owner.name, nameLengthMax) || "team"}-${referenceId}`,
        personalOwnerId: owner.id,
      })
      .onConflictDoNothing()
      .returning({ id: teams.id });
    if (made) await tx.insert(teamMembers).values({ teamId: made.id, userId: owner.id, role: "admin" });
  });
}
