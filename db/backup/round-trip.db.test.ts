import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createMigrationsTable } from "../migrate";
import { besideTables } from "./derived";
import { everyTypeRows, withEveryType } from "./fixtures/every-type";
import { digestsOf, fillEveryTable } from "./fixtures/full-database";
import { closePlacesAfterAll, embedded, ownedPostgres, temporary } from "./fixtures/places";
import { type Level, levels } from "./levels";
import { restoreBackup } from "./restore-backup";
import { openSession, type Session } from "./session";
import { writeBackup } from "./write-backup";

closePlacesAfterAll();

const now = new Date("2026-11-22T18:00:00Z");
const secret = { current: "0a1b2c3d", before: [] };

/** The levels of this build, and one more. */
const folder = withEveryType(join(temporary(), "drizzle"));
const known = levels(folder);
const tables = known.at(-1)?.tables ?? [];

/**
 * The oldest level, and one after which a migration alters a table that has deferred triggers. To restore every level
 * takes a minute, which `npm run test:full` has.
 */
const backedUpLevels = process.env.FIELDKIT_THOROUGH
  ? known.slice(0, -2)
  : known.filter((_, at) => [0, 9].includes(at));
const backups = new Map<Level, { file: string; digests: Record<string, string> }>();

/** Tables whose rows no later migration changes. */
const unchanged = ["teams", "team_members"];

/** Tables at each level, as the database has them. */
const made = new Map<Level, string[]>();

let source: Session;
let target: Session;
let before: Record<string, string>;

async function backedUp(session: Session): Promise<string> {
  const file = join(temporary(), "a.backup");
  await writeBackup(session, createWriteStream(file), { kind: "embedded", secret, now, folder });
  return file;
}

const restored = (session: Session, file: string, replace = false) =>
  restoreBackup(session, file, { replace, folder });

/** Tables of that level, and nothing else. */
async function tablesIn(session: Session): Promise<string[]> {
  const rows = await session.query("select tablename from pg_tables where schemaname = 'public'");
  return rows
    .map(([name]) => String(name))
    .filter((name) => name !== "fieldkit_migrations")
    .sort();
}

/** Migrates level by level. Each migration finds rows in every table. */
async function migrateWithRows(session: Session): Promise<void> {
  await session.query(createMigrationsTable);
  let filled: string[] = [];
  for (const level of known) {
    for (const statement of level.statements) await session.query(statement);
    made.set(level, await tablesIn(session));
    if (level === known.at(-1)) break;
    await fillEveryTable(
      session,
      level.tables.filter((table) => !filled.includes(table)),
      2,
    );
    filled = level.tables;
    if (!backedUpLevels.includes(level)) continue;
    backups.set(level, { file: await backedUp(session), digests: await digestsOf(session, unchanged) });
  }
}

beforeAll(async () => {
  ({ session: source } = await embedded({ isMigrated: false }));
  ({ session: target } = await embedded());
  await migrateWithRows(source);
  await fillEveryTable(
    source,
    tables.filter((table) => table !== "every_type"),
  );
  for (const statement of everyTypeRows) await source.query(statement);
  before = await digestsOf(source, tables);
  for (const table of tables) expect(before[table], table).toMatch(/^[1-9]/);
});

describe("every table is in a backup", () => {
  test.each(known)("of level $tag", (level) => {
    expect([...level.tables, ...level.derived].sort()).toEqual(made.get(level));
  });

  test("and there is nothing beside tables that would have to be in it", async () => {
    const others = await source.query(
      `select c.relname from pg_class c left join pg_depend d on d.objid = c.oid and d.deptype in ('a', 'i', 'e')
        where c.relnamespace = 'public'::regnamespace and c.relkind not in ('r', 'i') and d.objid is null
       union all select t.typname from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')`,
    );
    expect(others.flat()).toEqual(besideTables.sequences);
    const functions = await source.query(
      `select p.proname from pg_proc p left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
        where p.pronamespace = 'public'::regnamespace and d.objid is null order by 1`,
    );
    expect(functions.flat()).toEqual(besideTables.functions);
  });
});

test.each(backedUpLevels)("a backup of level $tag is restored and migrated", async (level) => {
  const { file = "", digests } = backups.get(level) ?? {};
  await restored(target, file, level !== backedUpLevels[0]);
  const [[latest] = []] = await target.query("select max(created_at) from fieldkit_migrations");
  expect(Number(latest)).toBe(known.at(-1)?.when);
  expect(await tablesIn(target)).toEqual(await tablesIn(source));
  expect(await digestsOf(target, unchanged)).toEqual(digests);
  for (const [table, held] of Object.entries(await digestsOf(target, level.tables)))
    expect(held, table).toMatch(/^2 rows/);
});

describe("rows are the same", () => {
  const adminUrl = process.env.FIELDKIT_TEST_DATABASE_URL;
  // The way by a Postgres reads and writes both databases, so the short one would repeat half of it.
  const ways = [adminUrl ? ([" by way of a Postgres", adminUrl] as const) : (["", undefined] as const)];

  test.each(ways)(
    "restores one embedded database into another%s, and sequences continue",
    async (_, postgres) => {
      let file = await backedUp(source);
      if (postgres) {
        const between = await openSession(await ownedPostgres(postgres));
        await restored(between, file);
        expect(await digestsOf(between, tables)).toEqual(before);
        file = await backedUp(between);
        await between.close();
      }
      await restored(target, file, true);
      expect(await digestsOf(target, tables)).toEqual(before);
      await expect(target.query("update every_type set parent = 1000000")).rejects.toThrow(/foreign key/);
      const next = `insert into every_type default values returning id, "Odd ""name"""`;
      const [numbers] = await target.query(next);
      expect([numbers]).toEqual(await source.query(next));
      await source.query("delete from every_type where id = $1", [numbers?.[0] ?? null]);
    },
  );
});
