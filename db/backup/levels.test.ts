import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { temporaryDir } from "../embedded/fixtures/database";
import { migrationsFolder } from "../migrate";
import { derivedTables } from "./derived";
import { levels } from "./levels";
import { recordTables, snapshotName } from "./record-tables";
import { readTableChanges } from "./table-changes";

type Entry = { idx: number; when: number; tag: string };

const parent = temporaryDir("fieldkit-levels-");
afterAll(parent.remove);

const json = <T>(folder: string, name: string): T =>
  JSON.parse(readFileSync(join(folder, "meta", name), "utf8")) as T;
const journalOf = (folder: string) => json<{ entries: Entry[] }>(folder, "_journal.json");
const snapshotsIn = (folder: string) =>
  readdirSync(join(folder, "meta")).filter((name) => name !== "_journal.json");

describe("after `npm run db:generate`", () => {
  const folder = migrationsFolder();
  const { entries } = journalOf(folder);
  const newest = snapshotName(entries.at(-1)?.idx ?? 0);

  test("tables.json has every migration, and no others", () => {
    expect(Object.keys(readTableChanges(folder))).toEqual(entries.map(({ tag }) => tag));
  });

  test("the newest level has the tables of the schema", () => {
    const modules = import.meta.glob<Record<string, unknown>>(["../schema/*.ts", "!../schema/*.test.ts"], {
      eager: true,
    });
    const inSchema = Object.values(modules)
      .flatMap((module) => Object.values(module))
      .filter((value) => value instanceof PgTable)
      .map((table) => getTableConfig(table).name);
    const { tables = [], derived = [] } = levels(folder).at(-1) ?? {};
    expect(inSchema.length).toBeGreaterThan(30);
    expect(derived).toEqual(derivedTables);
    expect([...tables, ...derived].sort()).toEqual([...new Set(inSchema)].sort());
  });

  test("only the newest snapshot is left, and has the tables of the newest level", () => {
    expect(snapshotsIn(folder)).toEqual([newest]);
    const { tables } = json<{ tables: Record<string, { name: string }> }>(folder, newest);
    const level = levels(folder).at(-1);
    expect([...(level?.tables ?? []), ...(level?.derived ?? [])].sort()).toEqual(
      Object.values(tables)
        .map(({ name }) => name)
        .sort(),
    );
  });
});

describe("a new migration", () => {
  let folder: string;

  beforeEach(({ task }) => {
    folder = join(parent.path, task.id);
    cpSync(migrationsFolder(), folder, { recursive: true });
  });

  const write = (name: string, value: unknown) =>
    writeFileSync(join(folder, "meta", name), JSON.stringify(value));

  /** What drizzle-kit writes for a migration. */
  function generate(tag: string, tables: readonly string[]): void {
    const { entries, ...journal } = journalOf(folder);
    const { idx = -1, when = 0 } = entries.at(-1) ?? {};
    write("_journal.json", { ...journal, entries: [...entries, { idx: idx + 1, when: when + 1, tag }] });
    const named = tables.map((name) => [`public.${name}`, { name }]);
    write(snapshotName(idx + 1), { tables: Object.fromEntries(named) });
    writeFileSync(join(folder, `${tag}.sql`), "select 1;");
  }

  const current = () => levels(folder).at(-1)?.tables ?? [];

  test("adds one line to tables.json, and its snapshot replaces the previous one", () => {
    const before = readFileSync(join(folder, "tables.json"), "utf8").split("\n");
    const kept = [...current().filter((name) => name !== "users"), ...derivedTables];
    generate("new", ["zebras", "aardvarks", ...kept]);
    recordTables(folder);
    const after = readFileSync(join(folder, "tables.json"), "utf8").split("\n");
    expect(after.slice(0, before.length - 3)).toEqual(before.slice(0, -3));
    expect(after.slice(before.length - 2)).toEqual([
      '  "new": {"added":["aardvarks","zebras"],"removed":["users"]}',
      "}",
      "",
    ]);
    expect(snapshotsIn(folder)).toEqual([snapshotName(journalOf(folder).entries.length - 1)]);
    expect(current()).toEqual(expect.arrayContaining(["aardvarks", "zebras"]));
    expect(current()).not.toContain("users");
  });

  test("that was generated with drizzle-kit alone is recorded with the next one", () => {
    const kept = [...current(), ...derivedTables];
    generate("forgotten", [...kept, "forgotten"]);
    expect(() => levels(folder)).toThrow(/no forgotten\. Run `npm run db:generate`/);
    generate("new", [...kept, "forgotten", "found"]);
    recordTables(folder);
    expect(readTableChanges(folder)).toMatchObject({
      forgotten: { added: ["forgotten"] },
      new: { added: ["found"] },
    });
  });

  test("replaces its own line when it is generated or named again", () => {
    const kept = [...current(), ...derivedTables];
    generate("first", [...kept, "mistake"]);
    recordTables(folder);
    const journal = journalOf(folder);
    const last = journal.entries.at(-1);
    write("_journal.json", {
      ...journal,
      entries: [...journal.entries.slice(0, -1), { ...last, tag: "second" }],
    });
    renameSync(join(folder, "first.sql"), join(folder, "second.sql"));
    write(snapshotName(last?.idx ?? 0), { tables: { "public.right": { name: "right" } } });
    recordTables(folder);
    expect(readTableChanges(folder)).toMatchObject({ second: { added: ["right"] } });
    expect(readTableChanges(folder)).not.toHaveProperty("first");
  });

  test("without a snapshot is refused", () => {
    renameSync(
      join(folder, "meta", snapshotName(journalOf(folder).entries.length - 1)),
      join(folder, "gone"),
    );
    expect(() => recordTables(folder)).toThrow(/is missing\. Restore the drizzle folder/);
  });
});
