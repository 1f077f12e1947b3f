import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import type { EnvironmentRow } from "@/lib/environments/require-environment";
import type { FlagRow } from "@/lib/flags/to-flag";
import { implement } from "@/lib/operations/implement";
import { byText, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { compareEnvironments, type comparisonStates } from "./contract";
import { differencesOf, toSettings } from "./differences";
import { selectTwo, type TwoEnvironments } from "./two-environments";

type State = (typeof comparisonStates)[number];

const key = sql<string>`compared.key`;
const name = sql<string>`compared.name`;
const state = sql<State>`compared.state`;

export const handleCompareEnvironments = implement(compareEnvironments, async (ctx, input) => {
  const { id: projectId } = await requireProject(ctx, { referenceId: input.projectId });
  const { from, to, state: wanted, ...asked } = await input.fields();
  const two = await selectTwo(ctx.db, projectId, { from, to });
  const list = listOf({
    from: comparedRows(two),
    columns: { key, name, state },
    always: ["key", "state"],
    id: key,
    idKind: "text",
    idField: "key",
    searched: [name, key, sql`compared.to_name`],
    sorts: { key: byText(key), name: byText(name) },
    weight: sql`compared.weight`,
  });
  const where = and(wanted && wanted !== "all" ? asState(wanted) : undefined);
  return readPage(ctx.db, list, { ...asked, where }, async (rows) => {
    const keys = rows.map((row) => row.key);
    const [froms, tos] = [await readFlags(ctx.db, two.from, keys), await readFlags(ctx.db, two.to, keys)];
    return rows.map((row) => compared(row, froms.get(row.key), tos.get(row.key)));
  });
});

const asState = (wanted: State | "changed") => (wanted === "changed" ? ne(state, "same") : eq(state, wanted));

type Row = { key: string; name: string; state: State };

/** The state follows from the flags as they were read, which may have changed since the row was. */
function compared(row: Row, from: FlagRow | undefined, to: FlagRow | undefined) {
  const differences = from && to ? differencesOf(from, to) : [];
  const both = differences.length > 0 ? ("different" as const) : ("same" as const);
  const seen = from && to ? both : from ? ("only_from" as const) : to ? ("only_to" as const) : row.state;
  const shown = { from: from ? toSettings(from) : null, to: to ? toSettings(to) : null };
  return { ...row, state: seen, ...shown, differences };
}

async function readFlags(
  db: Db,
  { id }: EnvironmentRow,
  keys: readonly string[],
): Promise<Map<string, FlagRow>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select()
    .from(flags)
    .where(and(eq(flags.environmentId, id), inArray(flags.key, [...keys])));
  return new Map(rows.map((flag) => [flag.key, flag]));
}

/** What a side's flag is long in an answer, more or less. */
const bytes = (
  side: SQL,
) => sql`coalesce(600 + 2 * octet_length(${side}.name) + ${side}.value_bytes + ${side}.schema_bytes
  + coalesce(octet_length(${side}.description), 0) + octet_length(array_to_string(${side}.tags, '')), 0)`;

/** Values are compared as they are written, which is what a promotion brings along. */
const decides = (side: SQL) => sql`row(
  ${side}.enabled, coalesce(${side}.rollout_basis_points, ${side}.rollout * 100), ${side}.type, ${side}.values::text,
  ${side}.variants::text, ${side}.value_schema::text, ${side}.name, ${side}.description, ${side}.tags, ${side}.owner_id)`;

/** A row for each key of either environment, as a table: by one join, so that thousands on each side are one pass. */
function comparedRows({ from, to }: TwoEnvironments): SQL {
  const [a, b] = [sql`from_flag`, sql`to_flag`];
  const side = ({ id }: EnvironmentRow) => sql`(select * from flags where environment_id = ${id})`;
  return sql`(
  select coalesce(${a}.key, ${b}.key) as key, coalesce(${a}.name, ${b}.name) as name,
    coalesce(${b}.name, '') as to_name, ${bytes(a)} + ${bytes(b)} as weight,
    case when ${b}.id is null then 'only_from' when ${a}.id is null then 'only_to'
      when ${decides(a)} is distinct from ${decides(b)} then 'different' else 'same' end as state
  from ${side(from)} as ${a} full join ${side(to)} as ${b} on ${a}.key = ${b}.key
) as compared`;
}
