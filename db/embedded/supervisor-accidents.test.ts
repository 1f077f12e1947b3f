import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answersQuery } from "./answers-query";
import { createTable, ids, writer } from "./fixtures/acknowledged-rows";
import { connect, makeTemplate, recordingLog } from "./fixtures/database";
import { freshDir, pidOf, start, stopStartedAfterEach, template } from "./fixtures/started";
import { identify, isRunning } from "./process-identity";

stopStartedAfterEach();

const owners: ChildProcess[] = [];

beforeAll(() => makeTemplate(template));
afterEach(() => {
  for (const owner of owners.splice(0)) owner.kill("SIGKILL");
});

type Owned = { process: ChildProcess; url: string; pid: number };

/** A database with another process as its parent. */
async function ownedElsewhere(dataDir: string): Promise<Owned> {
  const owner = fork("db/embedded/fixtures/owner.ts", [dataDir], { execArgv: ["--import", "tsx"] });
  owners.push(owner);
  const [message] = (await once(owner, "message")) as [{ url: string; pid: number; error?: string }];
  if (message.error) throw new Error(message.error);
  return { process: owner, url: message.url, pid: message.pid };
}

async function kill(owner: ChildProcess): Promise<void> {
  const ended = once(owner, "exit");
  owner.kill("SIGKILL");
  await ended;
}

test("kill -9 of the child, several times, loses no acknowledged row, and the URL stays", async () => {
  const dataDir = freshDir();
  const database = await start(dataDir);
  await createTable(database.url);
  const acknowledged: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const writing = writer(database.url, acknowledged);
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 200);
    const pid = pidOf(database);
    process.kill(pid, "SIGKILL");
    const killedAt = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(killedAt + 20);
    await writing.stop();
    expect(database.pid()).not.toBe(pid);
    const kept = new Set(await ids(database.url));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  }
});

test("when the parent is killed, its child closes the data and ends, and a new start succeeds", async () => {
  const dataDir = freshDir();
  const owned = await ownedElsewhere(dataDir);
  await createTable(owned.url);
  const acknowledged: number[] = [];
  const writing = writer(owned.url, acknowledged);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
  const child = identify(owned.pid);
  await kill(owned.process);
  const database = await start(dataDir);
  // It lets go of the data before it ends, which takes the system a moment.
  await expect.poll(() => isRunning(child)).toBe(false);
  await writing.stop();
  const kept = new Set(await ids(database.url));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});

test("when parent and child are killed, the lock is taken over and no acknowledged row is lost", async () => {
  const dataDir = freshDir();
  const owned = await ownedElsewhere(dataDir);
  await createTable(owned.url);
  const acknowledged: number[] = [];
  const writing = writer(owned.url, acknowledged);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
  process.kill(owned.pid, "SIGKILL");
  await kill(owned.process);
  await writing.stop();
  const database = await start(dataDir);
  const kept = new Set(await ids(database.url));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});

test("a stack overflow inside the engine ends the child at once, and it is replaced", async () => {
  const log = recordingLog();
  const database = await start(freshDir(), { log });
  const client = await connect(database);
  const nested = "[".repeat(300_000) + "]".repeat(300_000);
  await expect(client.query("select $1::json", [nested])).rejects.toThrow("terminated");
  const ready = () => log.lines.filter(({ message }) => message.includes("ready")).length;
  await expect.poll(ready, { timeout: 60_000 }).toBe(2);
  await answersQuery(database.url, 30_000);
  expect(JSON.stringify(log.lines)).toContain("RangeError");
});
