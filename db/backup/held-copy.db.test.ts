import { createWriteStream, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { fillEveryTable } from "./fixtures/full-database";
import { closePlacesAfterAll, embedded, temporary } from "./fixtures/places";
import { copyRunning } from "./held-copy";
import { withSource } from "./open-session";
import { isHeader, readBackup } from "./read-backup";
import { openSession, type Session } from "./session";
import { writeBackup } from "./write-backup";

closePlacesAfterAll();

const secret = { current: null, before: [] };
const copies = () => readdirSync(dataDir).filter((name) => name.startsWith("backup-copy."));

let session: Session;
let dataDir: string;

beforeAll(async () => {
  ({ session, dataDir } = await embedded());
});

/**
 * Moves one from one counter to the other, so that their sum is the same at every moment. It pauses in the middle, so
 * that most moments are within a move and the process that backs up has time.
 */
async function moveOne(by: Session): Promise<void> {
  await by.query("begin");
  await by.query("update rate_limits set count = count - 1 where key = 'one'");
  await sleep(20);
  await by.query("update rate_limits set count = count + 1 where key = 'two'");
  await by.query("commit");
}

test("a backup of a running database is of one moment, has what was committed before, and leaves nothing behind", async () => {
  await fillEveryTable(session, ["users"]);
  await session.query("insert into rate_limits values ('one', 0, now()), ('two', 0, now())");
  const writer = await openSession(
    `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(dataDir)}`,
  );
  let moves = 0;
  let isDone = false;
  const moving = (async () => {
    for (; !isDone; moves += 1) await moveOne(writer).then(() => sleep(1));
  })();
  await expect.poll(() => moves).toBeGreaterThan(0);
  const [[least] = []] = await session.query("select count from rate_limits where key = 'two'");
  const file = join(temporary(), "running.backup");
  await withSource({ databaseUrl: undefined, dataDir }, (source, kind) =>
    writeBackup(source, createWriteStream(file), { kind, secret, now: new Date() }),
  );
  const movesBefore = moves;
  await expect.poll(() => moves).toBeGreaterThan(movesBefore);
  isDone = true;
  await moving;
  await writer.close();
  const counts = new Map<string | null | undefined, number>();
  for await (const part of readBackup(file)) {
    if (isHeader(part) || part.table !== "rate_limits") continue;
    for (const [key, count] of part.rows) counts.set(key, Number(count));
  }
  expect((counts.get("one") ?? 0) + (counts.get("two") ?? 1)).toBe(0);
  expect(counts.get("two")).toBeGreaterThanOrEqual(Number(least));
  expect(copies()).toEqual([]);
});

test("stops a copy that takes too long, and the database keeps working", async () => {
  await expect(copyRunning(dataDir, undefined, { holdMs: 0 })).rejects.toThrow(/Stop it, then back up/);
  expect(copies()).toEqual([]);
  expect(await session.query("select 1")).toEqual([["1"]]);
});

test("a copy that is ended leaves nothing behind, and one that was killed is removed by the next", async () => {
  const left = join(dataDir, "backup-copy.4194305");
  mkdirSync(left);
  await expect(copyRunning(dataDir, AbortSignal.abort(new Error("ended")))).rejects.toThrow("ended");
  expect([copies(), existsSync(left)]).toEqual([[], false]);
  expect(await session.query("select 1")).toEqual([["1"]]);
});
