import { type SQL, sql } from "drizzle-orm";
import { readProjectChanges } from "@/lib/operations/project-version";

export type FlagChanges<Row> = {
  version: string;
  /** Of flags of this kind. Those that are not among `rows` are gone. */
  ids: ReadonlySet<string>;
  rows: readonly Row[];
  /** Whether environments or groups have changed. */
  parts: boolean;
};

/**
 * What has changed of a project's flags after a version: nothing, these, or undefined when nobody knows.
 * @param kind global flags, or those of groups
 * @param rowsOf selects the rows with the ids of an array
 */
export async function readFlagChanges<Row>(
  { projectId, kind, since }: { projectId: string; kind: "flag" | "group flag"; since: string },
  rowsOf: (ids: SQL) => SQL,
): Promise<FlagChanges<Row> | undefined> {
  const prefix = `${kind}:`;
  const changes = await readProjectChanges<Row>({ projectId, what: "flags", since }, (noted) =>
    rowsOf(sql`array(
      select substr(each, ${prefix.length + 1}::int) from unnest(${noted}) as each where starts_with(each, ${prefix})
    )`),
  );
  if (!changes) return undefined;
  const { version, changedIds, rows } = changes;
  const own = changedIds.filter((id) => id.startsWith(prefix));
  const ids = new Set(own.map((id) => id.slice(prefix.length)));
  return { version, ids, rows, parts: changedIds.includes("parts") };
}
