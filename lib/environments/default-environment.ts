import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/flags";

/**
 * Takes the mark off the default. The caller has locked the project and sets the mark on another one, so that there is
 * always exactly one.
 */
export async function clearDefault(db: Db, projectId: string): Promise<void> {
  await db
    .update(environments)
    .set({ isDefault: false })
    .where(and(eq(environments.projectId, projectId), eq(environments.isDefault, true)));
}
