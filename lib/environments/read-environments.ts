import { asc, desc, eq } from "drizzle-orm";
import { db } from "@/db/database";
import { environments } from "@/db/schema/flags";

export type EnvironmentSnapshot = {
  id: string;
  name: string;
  key: string;
  isDefault: boolean;
};

/** Environments of a project: the default first, then oldest first. */
export function readEnvironments(projectId: string): Promise<EnvironmentSnapshot[]> {
  const { id, name, key, isDefault } = environments;
  return db()
    .select({ id, name, key, isDefault })
    .from(environments)
    .where(eq(environments.projectId, projectId))
    .orderBy(desc(isDefault), asc(environments.createdAt), asc(id));
}
