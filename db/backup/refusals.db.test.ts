import { createHash } from "node:crypto";
import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../migrate";
import { BackupError } from "./backup-error";
import { firstMigrations } from "./fixtures/every-type";
import { digestsOf, fillEveryTable } from "./fixtures/full-database";
import { closePlacesAfterAll, embedded, ownedPostgres, temporary } from "./fixtures/places";
import type { Header } from "./format";
import { levelOf, levels } from "./levels";
import { verifyBackup } from "./read-backup";
import { restoreBackup } from "./restore-backup";
import { openSession, type Session } from "./session";
import { writeBackup } from "./write-backup";

closePlacesAfterAll();

const directory = temporary();
/** Of an early build, because each restore makes every table of its schema. */
const folder = firstMigrations(join(directory, "drizzle"), 4);
const tables = levels(folder).at(-1)?.tables ?? [];
const good = join(directory, "good.backup");
let session: Session;
let dataDir: string;
let bytes: Buffer;
let digests: Record<string, string>;

beforeAll(async () => {
  const place = await embedded({ isMigrated: false });
  ({ session, dataDir } = place);
  await migrate(place.database, folder);
  await fillEveryTable(session, tables);
  digests = await digestsOf(session, tables);
  const secret = { current: null, before: [] };
  await writeBackup(session, createWriteStream(good), { kind: "embedded", secret, now: new Date(0), folder });
  bytes = readFileSync(good);
});

function given(content: Buffer): string {
  const file = join(directory, "given.backup");
  writeFileSync(file, content);
  return file;
}

function unpacksTo(packed: Buffer, content: Buffer): boolean {
  try {
    return gunzipSync(packed).equals(content);
  } catch {
    return false;
  }
}

/** The file with other lines, compressed as it should be. */
function rewritten(change: (lines: string[]) => string[]): string {
  const lines = gunzipSync(bytes).toString("utf8").split("\n").slice(0, -1);
  return given(gzipSync(`${change(lines).join("\n")}\n`));
}

/** With another header, and only some rows, as somebody would write it who knows the format. */
function resealed(header: Header, keeps: (row: { table: string }) => boolean): string {
  return rewritten(([, ...rest]) => {
    let table = "";
    const kept = rest.slice(0, -1).filter((line) => {
      const isRow = line.startsWith("[");
      if (!isRow) table = (JSON.parse(line) as { table: string }).table;
      return !isRow || keeps({ table });
    });
    const lines = [JSON.stringify(header), ...kept];
    const sha256 = createHash("sha256")
      .update(`${lines.join("\n")}\n`)
      .digest("hex");
    return [...lines, JSON.stringify({ end: { sha256 } })];
  });
}

async function expectRefused(file: string, message: RegExp = /./): Promise<void> {
  const refused = { name: "BackupError", message: expect.stringMatching(message) };
  await expect(verifyBackup(file)).rejects.toMatchObject(refused);
}

describe("what is not as it was written is refused", () => {
  test("the good one is not", async () => {
    expect((await verifyBackup(good)).tables.map(({ name }) => name)).toEqual(tables);
  });

  test("cut anywhere", async () => {
    const cuts = [1, 9, 10, 11, 100, 1000, Math.floor(bytes.length / 2), bytes.length - 9, bytes.length - 1];
    for (const cut of cuts) await expectRefused(given(bytes.subarray(0, cut)), /cut short|damaged|no backup/);
    await expectRefused(given(Buffer.alloc(0)), /cut short/);
  });

  test("with one bit changed anywhere", async () => {
    // From 4 to 9 gzip keeps a time and a system, which nobody reads.
    const content = gunzipSync(bytes);
    const places = Array.from({ length: 60 }, (_, at) => Math.floor((at * bytes.length) / 60));
    for (const place of [
      ...places.filter((each) => each >= 10),
      0,
      1,
      2,
      10,
      bytes.length - 8,
      bytes.length - 1,
    ]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8));
      // A few bits of a compressed file mean nothing, such as those of codes that are never used.
      if (!unpacksTo(changed, content)) await expectRefused(given(changed));
    }
  });

  const swapped = (line: string) => line.replace("drop table users", "drop table teams");

  test.each<[string, RegExp, () => string]>([
    ["another text", /no backup/, () => given(Buffer.from("select 1;\n"))],
    ["another text, compressed", /no backup|damaged/, () => given(gzipSync("{}\n"))],
    ["a newer format", /newer version/, () => rewritten(([, ...rest]) => ['{"fieldkitBackup":2}', ...rest])],
    ["a value changed", /damaged/, () => rewritten((lines) => lines.map(swapped))],
    ["a row missing", /damaged/, () => rewritten((lines) => lines.toSpliced(2, 1))],
    ["its end missing", /cut short/, () => rewritten((lines) => lines.slice(0, -1))],
    ["something after its end", /damaged/, () => rewritten((lines) => [...lines, '["x"]'])],
    ["two of them in one", /damaged/, () => given(Buffer.concat([bytes, bytes]))],
  ])("%s", (_, message, file) => expectRefused(file(), message));

  test("a file that is missing, and a directory", async () => {
    await expectRefused(join(directory, "none.backup"), /There is no file/);
    await expectRefused(directory, /can't be read/);
  });
});

describe("a target is as before", () => {
  const unchanged = async (file: string, message: RegExp, options: object = {}, by = session) => {
    const attempt = restoreBackup(by, file, { replace: false, folder, ...options });
    await expect(attempt).rejects.toThrow(BackupError);
    await expect(attempt).rejects.toThrow(message);
    expect(await digestsOf(session, tables)).toEqual(digests);
  };

  test("when it holds something, unless that may be deleted", async () => {
    await unchanged(good, /not empty: it holds 8 of accounts, .*--replace deletes/);
    const held: string[] = [];
    await restoreBackup(session, good, {
      replace: true,
      folder,
      onReplace: (each) => held.push(...each.map(({ table }) => table)),
    });
    expect(held).toEqual(tables);
    expect(await digestsOf(session, tables)).toEqual(digests);
  });

  test("when the file turns out to be damaged after it was verified", async () => {
    const lines = gunzipSync(bytes).toString("utf8").split("\n");
    const cut = given(gzipSync(lines.slice(0, lines.length / 2).join("\n")));
    await unchanged(cut, /cut short/, { replace: true });
  });

  test("when what is whole does not fit together", async () => {
    const header = await verifyBackup(good);
    const without = (name: string) =>
      header.tables.map((table) => (table.name === name ? { ...table, rows: 0 } : table));
    const orphans = resealed({ ...header, tables: without("users") }, ({ table }) => table !== "users");
    await unchanged(orphans, /refused: .*violates foreign key/, { replace: true });
    const renamed = header.tables.map((table) => ({
      ...table,
      columns: table.columns.map((each) => `${each}"`),
    }));
    await unchanged(
      resealed({ ...header, tables: renamed }, () => true),
      /does not have the columns/,
      {
        replace: true,
      },
    );
  });

  test("when the backup is of a newer schema, or its own one is unknown", async () => {
    const old = firstMigrations(join(temporary(), "drizzle"), 3);
    await unchanged(good, /written by another version/, { replace: true, folder: old });
    const header = await verifyBackup(good);
    expect(() => levelOf(header, levels(old))).toThrow(
      /newer version of Fieldkit .*Restore it with that version/,
    );
    const other = { ...header, level: { when: header.level.when - 1, tag: "0008_other" } };
    expect(() => levelOf(other, levels(folder))).toThrow(/does not know \(0008_other\)/);
    const less = { ...header, tables: header.tables.slice(1) };
    expect(() => levelOf(less, levels(folder))).toThrow(/does not have the tables .*accounts/);
  });

  test("when the connection is lost in the middle", async () => {
    const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(dataDir)}`;
    const lost = await openSession(url);
    const onProgress = () => void lost.close();
    await unchanged(good, /connection|closed/i, { replace: true, onProgress }, lost);
  });
});

const adminUrl = process.env.FIELDKIT_TEST_DATABASE_URL;

describe.each(adminUrl ? [adminUrl] : [])("a Postgres", (postgres) => {
  test("that Fieldkit runs on is refused, and one with tables of others", async () => {
    const url = await ownedPostgres(postgres);
    const target = await openSession(url);
    const running = await openSession(`${url}?application_name=fieldkit`);
    await running.query("set application_name = 'fieldkit'");
    await expect(restoreBackup(target, good, { replace: true, folder })).rejects.toThrow(
      /Fieldkit runs on this database/,
    );
    await running.query("set application_name = 'other'");
    await target.query("create table users (name text)");
    await expect(restoreBackup(target, good, { replace: true, folder })).rejects.toThrow(
      /table users of something else/,
    );
    await target.query("drop table users");
    await restoreBackup(target, good, { replace: false, folder });
    expect(await digestsOf(target, tables)).toEqual(digests);
    await target.query("create view seen as select name from users");
    await expect(restoreBackup(target, good, { replace: true, folder })).rejects.toThrow(/view seen|depend/);
    await Promise.all([target.close(), running.close()]);
  });
});
