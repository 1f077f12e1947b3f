import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/flags";
import { projects } from "@/db/schema/projects";

/** Makes concurrent changes of the default wait for each other until the transaction ends. */
export async function lockDefault(db: Db, projectId: string): Promise<void> {
  await db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for("no key update");
}

/**
 * Takes the mark off the default. The transaction must hold the lock and set the mark anew, so that there is always
 * exactly one.
 */
export async function clearDefault(db: Db, projectId: string): Promise<void> {
  await db
    .update(environments)
    .set({ isDefault: false })
    .where(and(eq(environments.projectId, projectId), eq(environments.isDefault, true)));
}
