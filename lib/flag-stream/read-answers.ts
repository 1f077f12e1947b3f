import { and, inArray, like } from "drizzle-orm";
import { quickDb } from "@/db/database";
import { projectVersions } from "@/db/schema/versions";
import { keysNow } from "@/lib/auth/keys-now";
import { type EnvironmentSnapshot, readEnvironments } from "@/lib/environments/read-environments";

/** Names of one query. */
const batchMax = 500;

/** The versions of what is answered: in all environments of a project, and by an environment's id in one besides. */
export type Answers = { ofAll: string; ofOne: ReadonlyMap<string, string> };

const prefix = "answers ";

/** As things are now. Projects that are gone are missing. */
export async function readAnswers(projectIds: readonly string[]): Promise<Map<string, Answers>> {
  const found = new Map<string, { ofAll: string; ofOne: Map<string, string> }>();
  for (let at = 0; at < projectIds.length; at += batchMax) {
    const { projectId, what, version } = projectVersions;
    const rows = await quickDb()
      .select({ projectId, what, version })
      .from(projectVersions)
      .where(and(inArray(projectId, projectIds.slice(at, at + batchMax)), like(what, "answers%")));
    for (const row of rows) {
      const answers = found.get(row.projectId) ?? { ofAll: "", ofOne: new Map() };
      found.set(row.projectId, answers);
      const text = String(row.version);
      if (row.what === "answers") answers.ofAll = text;
      else answers.ofOne.set(row.what.slice(prefix.length), text);
    }
  }
  return found;
}

/** What streams depend on, read from the database. */
export const source = {
  answers: readAnswers,
  environments: (projectId: string): Promise<EnvironmentSnapshot[]> => readEnvironments(projectId),
  keys: keysNow,
};
export type Source = typeof source;
