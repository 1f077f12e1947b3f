import { and, eq, exists, inArray, not, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { flags } from "@/db/schema/flags";
import { type ProjectRow, requireProject } from "@/lib/auth/access";
import { readEnvironments } from "@/lib/environments/require-environment";
import { describedAs, searchedWords } from "@/lib/flag-use/described";
import { withEvaluations } from "@/lib/flag-use/with-evaluations";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { listFlagKeys } from "./contract";
import { toFlag } from "./to-flag";

type Flag = ReturnType<typeof toFlag> & { lastEvaluatedAt: string | null };

/** Another flag of the same key. */
const other = alias(flags, "other");
const sameKey = and(eq(other.projectId, flags.projectId), eq(other.key, flags.key));

/** A key stands in the list as its oldest flag, which an index finds flag by flag: no page reads all of them. */
const list = listOf({
  from: flags,
  columns: { key: flags.key, name: flags.name, createdAt: flags.createdAt },
  always: ["key"],
  id: flags.key,
  idField: "key",
  searched: [flags.name, flags.key, ...searchedWords(flags)],
  sorts: {
    createdAt: byTime(flags.createdAt),
    name: byText(flags.name),
    key: byText(flags.key),
  },
});

/** What the flags of a key are long in an answer, more or less. */
const flagBytes = sql`(select sum(700 + 4 * octet_length(${other.name}) + ${other.valueBytes} + ${other.schemaBytes}
  + coalesce(octet_length(${other.description}), 0) + octet_length(array_to_string(${other.tags}, ''))) from ${flags} ${sql.identifier("other")} where ${sameKey})`;

export const handleListFlagKeys = implement(listFlagKeys, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { key, enabled, tag, owner, ...asked } = await input.fields();
  const among = () => ctx.db.select({ one: sql`1` }).from(other);
  const older = sql`(${other.createdAt}, ${other.id}) < (${flags.createdAt}, ${flags.id})`;
  const on = exists(among().where(and(sameKey, other.enabled)));
  const described = describedAs(ctx, other, { tag, owner });
  const where = and(
    eq(flags.projectId, project.id),
    key === undefined ? undefined : eq(flags.key, key),
    notExists(among().where(and(sameKey, older))),
    enabled === undefined ? undefined : enabled ? on : not(on),
    described && exists(among().where(and(sameKey, described))),
  );
  const withFlags = !asked.fields || asked.fields.includes("flags");
  const weighed = withFlags ? { ...list, weight: flagBytes } : list;
  return readPage(ctx.db, weighed, { ...asked, where }, async (rows) => {
    const keys = withFlags ? rows.map(({ key }) => key) : [];
    const flagsOf = await readFlags(ctx.db, project, keys);
    return rows.map((row) => ({ ...withIsoTimes(row), flags: flagsOf.get(row.key) ?? [] }));
  });
});

/** The flags of these keys, each key's in the order of their environments. */
async function readFlags(db: Db, project: Pick<ProjectRow, "id" | "referenceId">, keys: string[]) {
  const flagsOf = new Map(keys.map((key): [string, Flag[]] => [key, []]));
  if (keys.length === 0) return flagsOf;
  const environments = await readEnvironments(db, project.id);
  const places = new Map(environments.map((environment, place) => [environment.id, { environment, place }]));
  const rows = await db
    .select()
    .from(flags)
    .where(and(eq(flags.projectId, project.id), inArray(flags.key, keys)));
  const placed = rows.flatMap((flag) => {
    const found = places.get(flag.environmentId);
    return found ? [{ flag, ...found }] : [];
  });
  placed.sort((a, b) => a.place - b.place);
  const shown = placed.map((each) => toFlag(project.referenceId, each));
  const used = await withEvaluations(db, { projectId: project.id, kind: "global" }, shown);
  for (const flag of used) flagsOf.get(flag.key)?.push(flag);
  return flagsOf;
}
