import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { deletions } from "./schema/deletions";

/**
 * Whether a project has deletions that can be undone. Rows that seem unused are kept until then, because a restored
 * object may need them.
 */
export const hasDeletions = (projectId: SQLWrapper): SQL =>
  sql`exists (select from ${deletions} where ${deletions.projectId} = ${projectId})`;
