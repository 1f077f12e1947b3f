import { sql } from "drizzle-orm";
import { quickDb } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import type { Versioned } from "@/db/schema/versions";

/**
 * The version of what a project has now; undefined when there is no such project.
 *
 * Whoever remembers rows asks this first, reads the rows then, and keeps them together. A change is committed together
 * with its version, so rows are never older than a version read before them. They may be newer: then the next check
 * finds another version, and reads them once more than needed. It is never taken for current what a commit has changed:
 * versions of a project are given one after the other, each under a lock that its commit releases, and every one is new.
 */
export async function readProjectVersion(projectId: string, what: Versioned): Promise<string | undefined> {
  const [row] = await rawRows<{ version: string }>(
    quickDb(),
    sql`select version::text from project_versions where project_id = ${projectId} and what = ${what}`,
  );
  return row?.version;
}
