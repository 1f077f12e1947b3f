import { createWriteStream, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillEveryTable } from "./fixtures/full-database";
import { closePlacesAfterAll, embedded, temporary } from "./fixtures/places";
import { copyRunning } from "./held-copy";
import { withSource } from "./open-session";
import { isHeader, readBackup } from "./read-backup";
import { openSession, type Session } from "./session";
import { writeBackup } from "./write-backup";

closePlacesAfterAll();

const secret = { current: null, before: [] };
const copies = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith("backup-copy."));

/** Moves one from one counter to the other, so that their sum is the same at every moment. */
async function moving(session: Session, until: () => boolean): Promise<number> {
  let moves = 0;
  for (; !until(); moves += 1) {
    await session.query("begin");
    await session.query("update rate_limits set count = count - 1 where key = 'one'");
    await session.query("update rate_limits set count = count + 1 where key = 'two'");
    await session.query("commit");
  }
  return moves;
}

test("a backup of a running database is of one moment, has what was committed before, and leaves nothing behind", async () => {
  const { session, dataDir } = await embedded();
  await fillEveryTable(session, ["users"]);
  await session.query("insert into rate_limits values ('one', 0, now()), ('two', 0, now())");
  let isDone = false;
  const writer = await openSession(
    `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(dataDir)}`,
  );
  const moves = moving(writer, () => isDone);
  const file = join(temporary(), "running.backup");
  const place = { databaseUrl: undefined, dataDir };
  for (let round = 1; round <= 2; round += 1) {
    const [[least] = []] = await session.query("select count from rate_limits where key = 'two'");
    await withSource(place, (source, kind) =>
      writeBackup(source, createWriteStream(file), { kind, secret, now: new Date() }),
    );
    const counts = new Map<string | null | undefined, number>();
    for await (const part of readBackup(file)) {
      if (isHeader(part) || part.table !== "rate_limits") continue;
      for (const [key, count] of part.rows) counts.set(key, Number(count));
    }
    expect((counts.get("one") ?? 0) + (counts.get("two") ?? 1)).toBe(0);
    expect(counts.get("two")).toBeGreaterThanOrEqual(Number(least));
    expect(copies(dataDir)).toEqual([]);
  }
  isDone = true;
  expect(await moves).toBeGreaterThan(0);
  await writer.close();
});

test("a copy that takes too long is given up, and others go on", async () => {
  const { session, dataDir } = await embedded();
  await expect(copyRunning(dataDir, undefined, { holdMs: 0 })).rejects.toThrow(/Stop it, then back up/);
  expect(copies(dataDir)).toEqual([]);
  expect(await session.query("select 1")).toEqual([["1"]]);
});

test("a copy that is ended leaves nothing behind, and one that was killed is removed by the next", async () => {
  const { session, dataDir } = await embedded();
  const left = join(dataDir, "backup-copy.4194305");
  mkdirSync(left);
  await expect(copyRunning(dataDir, AbortSignal.abort(new Error("ended")))).rejects.toThrow("ended");
  expect([copies(dataDir), existsSync(left)]).toEqual([[], false]);
  expect(await session.query("select 1")).toEqual([["1"]]);
});
