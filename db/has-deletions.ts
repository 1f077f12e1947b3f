import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { deletions } from "./schema/deletions";

/**
 * Whether a project has deletions that may be undone. What looks unused is kept until then, because a restored thing may
 * need it.
 */
export const hasDeletions = (projectId: SQLWrapper): SQL =>
  sql`exists (select from ${deletions} where ${deletions.projectId} = ${projectId})`;
