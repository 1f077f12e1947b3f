import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, test } from "vitest";
import { migrate, migrationsFolder } from "../migrate";
import { besideTables, derivedTables } from "./derived";
import { everyTypeRows, firstMigrations, withEveryType } from "./fixtures/every-type";
import { digestsOf, fillEveryTable } from "./fixtures/full-database";
import { closePlacesAfterAll, embedded, ownedPostgres, temporary } from "./fixtures/places";
import { levels } from "./levels";
import { restoreBackup } from "./restore-backup";
import { openSession, type Session } from "./session";
import { writeBackup } from "./write-backup";

closePlacesAfterAll();

const now = new Date("2026-11-22T18:00:00Z");
const secret = { current: "0a1b2c3d", before: [] };

async function backedUp(session: Session, folder?: string): Promise<string> {
  const file = join(temporary(), "a.backup");
  const options = { kind: "embedded", secret, now, ...(folder && { folder }) } as const;
  await writeBackup(session, createWriteStream(file), options);
  return file;
}

const restored = (session: Session, file: string, folder?: string, replace = false) =>
  restoreBackup(session, file, { replace, ...(folder && { folder }) });

const tablesOf = (folder: string) => levels(folder).at(-1)?.tables ?? [];

describe("every table is in a backup", () => {
  const modules = import.meta.glob<Record<string, unknown>>("../schema/*.ts", { eager: true });
  const inSchema = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter((value) => value instanceof PgTable)
    .map((table) => getTableConfig(table).name);

  test("of the schema, and of a database that this build made", async () => {
    expect(inSchema.length).toBeGreaterThan(30);
    const { session } = await embedded();
    const made = await session.query(
      "select tablename from pg_tables where schemaname = 'public' order by 1",
    );
    const { tables: held, derived } = levels(migrationsFolder()).at(-1) ?? { tables: [], derived: [] };
    const tables = [...held, ...derived];
    expect(derived).toEqual(derivedTables);
    expect(tables.sort()).toEqual([...new Set(inSchema)].sort());
    expect(made.map(([name]) => name)).toEqual([...tables, "fieldkit_migrations"].sort());
  });

  test("and there is nothing beside tables that would have to be in it", async () => {
    const { session } = await embedded();
    const others = await session.query(
      `select c.relname from pg_class c left join pg_depend d on d.objid = c.oid and d.deptype in ('a', 'i', 'e')
        where c.relnamespace = 'public'::regnamespace and c.relkind not in ('r', 'i') and d.objid is null
       union all select t.typname from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')`,
    );
    expect(others.flat()).toEqual(besideTables.sequences);
    const functions = await session.query(
      `select p.proname from pg_proc p left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
        where p.pronamespace = 'public'::regnamespace and d.objid is null order by 1`,
    );
    expect(functions.flat()).toEqual(besideTables.functions);
  });
});

describe("rows are the same", () => {
  const folder = withEveryType(join(temporary(), "drizzle"));
  const tables = tablesOf(folder);
  let source: Session;
  let before: Record<string, string>;

  beforeAll(async () => {
    const place = await embedded({ isMigrated: false });
    await migrate(place.database, folder);
    source = place.session;
    await fillEveryTable(
      source,
      tables.filter((table) => table !== "every_type"),
    );
    for (const statement of everyTypeRows) await source.query(statement);
    before = await digestsOf(source, tables);
    for (const table of tables) expect(before[table], table).toMatch(/^[1-9]/);
  });

  const adminUrl = process.env.FIELDKIT_TEST_DATABASE_URL;
  const ways = [
    ["", undefined] as const,
    ...(adminUrl ? [[" by way of a Postgres", adminUrl] as const] : []),
  ];

  test.each(ways)("from one embedded database to another%s, and numbers go on", async (_, postgres) => {
    let file = await backedUp(source, folder);
    if (postgres) {
      const between = await openSession(await ownedPostgres(postgres));
      await restored(between, file, folder);
      expect(await digestsOf(between, tables)).toEqual(before);
      file = await backedUp(between, folder);
      await between.close();
    }
    const { session } = await embedded();
    await restored(session, file, folder);
    expect(await digestsOf(session, tables)).toEqual(before);
    const next = `insert into every_type default values returning id, "Odd ""name"""`;
    const [numbers] = await session.query(next);
    expect([numbers]).toEqual(await source.query(next));
    await source.query("delete from every_type where id = $1", [numbers?.[0] ?? null]);
  });

  test("a row that refers to none is still refused after a restore", async () => {
    const { session } = await embedded();
    await restored(session, await backedUp(source, folder), folder);
    await expect(session.query("update every_type set parent = 1000000")).rejects.toThrow(/foreign key/);
  });
});

test.each([1, 4, 8])("a backup of the schema after %i migrations is restored and migrated", async (count) => {
  const old = firstMigrations(join(temporary(), "drizzle"), count);
  const { session, database } = await embedded({ isMigrated: false });
  await migrate(database, old);
  await fillEveryTable(session, tablesOf(old));
  // Tables that no later migration changes.
  const before = await digestsOf(session, ["teams", "team_members"]);
  const file = await backedUp(session);
  const target = await embedded();
  await restored(target.session, file);
  expect(await digestsOf(target.session, ["teams", "team_members"])).toEqual(before);
  const [[latest] = []] = await target.session.query("select max(created_at) from fieldkit_migrations");
  expect(Number(latest)).toBe(levels(migrationsFolder()).at(-1)?.when);
  await expect(digestsOf(target.session, tablesOf(migrationsFolder()))).resolves.toBeDefined();
});
