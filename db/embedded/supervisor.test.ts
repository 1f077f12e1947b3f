import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { answersQuery } from "./answers-query";
import { connect, copyTemplate, makeTemplate, poolOf, recordingLog, temporaryDir } from "./fixtures/database";
import { identify, isRunning } from "./process-identity";
import { type EmbeddedDatabase, startEmbedded } from "./supervisor";

const root = temporaryDir("supervisor-");
const template = join(root.path, "template");
const running: EmbeddedDatabase[] = [];
const owners: ChildProcess[] = [];
let copies = 0;

beforeAll(async () => {
  // As a first start leaves it that is killed while it makes the files.
  mkdirSync(join(template, "postgres.new", "base"), { recursive: true, mode: 0o700 });
  await makeTemplate(template);
});
afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill("SIGKILL");
  await Promise.all(running.splice(0).map((database) => database.stop()));
});
afterAll(() => root.remove());

function freshDir(name = ""): string {
  copies += 1;
  const dataDir = join(root.path, `${copies}${name}`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  copyTemplate(template, dataDir);
  return dataDir;
}

/** What a start leaves besides the room that it keeps for another. */
const filesOf = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => !name.startsWith("postgres.spare"))
    .sort();

type Options = Partial<Parameters<typeof startEmbedded>[0]>;

async function start(dataDir: string, options: Options = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log: recordingLog(), ...options });
  running.push(database);
  return database;
}

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

function pidOf(database: EmbeddedDatabase): number {
  const pid = database.pid();
  if (pid === undefined) throw new Error("no child runs");
  return pid;
}

async function ids(url: string): Promise<number[]> {
  const client = await connect({ url });
  const { rows } = await client.query<{ id: number }>("select id from acknowledged order by id");
  await client.end();
  return rows.map(({ id }) => id);
}

/** Inserts one row after another over several connections, and notes those that were acknowledged. */
function writer(url: string, acknowledged: number[]): { stop(): Promise<void> } {
  const pool = poolOf(url, 4);
  let on = true;
  let next = 1 + Math.max(0, ...acknowledged);
  const loop = async (): Promise<void> => {
    while (on) {
      const id = next;
      next += 1;
      const insert = pool.query("insert into acknowledged values ($1, $2)", [id, "x".repeat(500)]);
      await insert.then(
        () => acknowledged.push(id),
        () => new Promise((resolve) => setTimeout(resolve, 20)),
      );
    }
  };
  const loops = Promise.all([loop(), loop(), loop(), loop()]);
  return {
    stop: async () => {
      on = false;
      await loops;
      await pool.end();
    },
  };
}

async function createTable(url: string): Promise<void> {
  const client = await connect({ url });
  await client.query("create table acknowledged (id int primary key, body text)");
  await client.end();
}

describe("a running database", () => {
  // Too deep for a socket, and hard on URLs.
  const deep = `/${"deep".repeat(30)} with a space & %41`;
  let dataDir = "";
  let database: EmbeddedDatabase;
  let pid = 0;
  beforeAll(async () => {
    dataDir = freshDir(deep);
    const watchdog = { intervalMs: 100, timeoutMs: 3000, statementMs: 600_000 };
    database = await startEmbedded({ dataDir, log: recordingLog(), watchdog });
    pid = pidOf(database);
  });

  test("a second start is refused, with the owner and a way out", async () => {
    const second = startEmbedded({ dataDir, log: recordingLog() });
    await expect(second).rejects.toThrow(new RegExp(`process ${pid} .*DATA_DIR.*DATABASE_URL`));
  });

  test("signals that a terminal sends to everyone do not end the child", async () => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.kill(pid, signal);
    await answersQuery(database.url, 30_000);
    expect(database.pid()).toBe(pid);
  });

  test("a client that idles in a transaction is no hang", async () => {
    const client = await connect(database);
    await client.query("begin");
    await new Promise((resolve) => setTimeout(resolve, 4000));
    await client.query("commit");
    await client.end();
    expect(database.pid()).toBe(pid);
  });

  test("stopping leaves no process, and no socket in the directory or outside", async () => {
    const child = identify(pid);
    const socketDir = new URL(database.url).searchParams.get("host") ?? "";
    expect(socketDir).not.toBe(dataDir);
    expect(statSync(socketDir).mode & 0o777).toBe(0o700);
    await Promise.all([database.stop(), database.stop()]);
    expect(isRunning(child)).toBe(false);
    expect(database.pid()).toBeUndefined();
    expect(existsSync(socketDir)).toBe(false);
    expect(filesOf(dataDir)).toEqual(["postgres", "postgres.lock.1"]);
  });
});

describe("starting", () => {
  test("of two that start at once, one wins", async () => {
    const dataDir = freshDir();
    const starts = await Promise.allSettled([start(dataDir), start(dataDir)]);
    expect(starts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("a first start that was killed half-way is made again, in private", () => {
    expect(filesOf(template)).toEqual(["postgres", "postgres.lock.2"]);
    expect(statSync(template).mode & 0o777).toBe(0o700);
  });

  test.each([
    ["a file of its version that is a directory", (at: string) => remade(join(at, "PG_VERSION")), "EISDIR"],
    ["a log of writes that is garbled", garbleLog, "PANIC: could not locate a valid checkpoint record"],
    [
      "a catalog that is cut off",
      (at: string) => truncateSync(join(at, "global/pg_filenode.map"), 100),
      "FATAL: ",
    ],
    ["a configuration that is gone", (at: string) => rmSync(join(at, "postgresql.conf")), "postgres"],
  ])("%s is reported with the directory and what to do, and not retried", async (_, damage, what) => {
    const dataDir = freshDir();
    damage(join(dataDir, "postgres"));
    const failing = start(dataDir);
    await expect(failing).rejects.toMatchObject({ name: "DataDirError", fault: "damaged" });
    await expect(failing).rejects.toThrow(`embedded database in ${dataDir} are damaged: ${what}`);
    await expect(failing).rejects.toThrow("npm run restore");
    expect(filesOf(dataDir)).toEqual(["postgres", "postgres.lock.1"]);
  });
});

test("without room a database is started to be read, and the operator is told where room is missing", async () => {
  const dataDir = freshDir();
  const log = recordingLog();
  const more = 2 ** 60;
  const database = await start(dataDir, { log, roomLimits: { reserveBytes: more, enoughBytes: more } });
  expect(database.fault()).toBe("full");
  const told = log.lines.find(({ message }) => message.includes("disk of the data directory is full"));
  expect(told).toMatchObject({ level: "error", fields: { dataDir, freeMiB: expect.any(Number) } });
  await expect(createTable(database.url)).rejects.toMatchObject({ code: "53100" });
  await answersQuery(database.url, 30_000);
});

function remade(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function garbleLog(postgres: string): void {
  for (const name of readdirSync(join(postgres, "pg_wal")).filter((each) => /^[0-9A-F]{24}$/.test(each))) {
    writeFileSync(join(postgres, "pg_wal", name), Buffer.alloc(16 * 1024 * 1024, 0x5a));
  }
}

describe("accidents", () => {
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
    expect(isRunning(child)).toBe(false);
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
});

describe("the watchdog", () => {
  test("a child that does not answer is killed and replaced", async () => {
    const log = recordingLog();
    const database = await start(freshDir(), {
      log,
      watchdog: { intervalMs: 100, timeoutMs: 2000, statementMs: 600_000 },
    });
    const pid = pidOf(database);
    process.kill(pid, "SIGSTOP");
    await expect.poll(() => database.pid() ?? pid, { timeout: 60_000 }).not.toBe(pid);
    // A new child takes about a second to open the data, more on a busy machine.
    const timesReady = () => log.lines.filter(({ message }) => message.includes("ready")).length;
    await expect.poll(timesReady, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
    await answersQuery(database.url, 30_000);
    expect(log.lines.map(({ message }) => message)).toContain(
      "embedded database does not answer; restarting it",
    );
  });

  // It counts rows until the time has come, however fast the machine is, and keeps the child from answering meanwhile.
  const working = (ms: number) => `
    do $$
    declare finish timestamptz := clock_timestamp() + interval '${ms} milliseconds';
    begin
      while clock_timestamp() < finish loop perform count(*) from generate_series(1, 1000); end loop;
    end $$`;

  test("a statement that takes longer than an event loop may is left to its end", async () => {
    const watchdog = { intervalMs: 100, timeoutMs: 2000, statementMs: 600_000 };
    const database = await start(freshDir(), { watchdog });
    const pid = pidOf(database);
    const client = await connect(database);
    await client.query(working(6000));
    await client.end();
    expect(database.pid()).toBe(pid);
  });

  test("a statement that does not end is ended with its child", async () => {
    const watchdog = { intervalMs: 100, timeoutMs: 2000, statementMs: 4000 };
    const log = recordingLog();
    const database = await start(freshDir(), { log, watchdog });
    const client = await connect(database);
    await expect(client.query(working(600_000))).rejects.toThrow("terminated");
    expect(JSON.stringify(log.lines)).toContain("a statement has been running for 4000 ms");
    await expect
      .poll(() =>
        answersQuery(database.url, 1000).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });
});
