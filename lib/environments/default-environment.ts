import { and, eq } from "drizzle-orm";
import { environments } from "@/db/schema/flags";
import { projects } from "@/db/schema/projects";
import type { Ctx } from "@/lib/operations/context";

/**
 * Takes the mark of the default away, inside the transaction that sets it anew. The project's row lock makes
 * moves of the mark wait for each other, so that there is always exactly one.
 */
export async function clearDefault({ db }: Ctx, projectId: string): Promise<void> {
  await db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for("no key update");
  await db
    .update(environments)
    .set({ isDefault: false })
    .where(and(eq(environments.projectId, projectId), eq(environments.isDefault, true)));
}
