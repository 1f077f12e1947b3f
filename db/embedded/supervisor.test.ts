import { existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { answersQuery } from "./answers-query";
import { createTable } from "./fixtures/acknowledged-rows";
import { connect, makeTemplate, recordingLog } from "./fixtures/database";
import { freshDir, pidOf, start, stopStartedAfterEach, template } from "./fixtures/started";
import { identify, isRunning } from "./process-identity";
import { type EmbeddedDatabase, startEmbedded } from "./supervisor";

stopStartedAfterEach();

beforeAll(async () => {
  // As a first start leaves it that is killed while it makes the files.
  mkdirSync(join(template, "postgres.new", "base"), { recursive: true, mode: 0o700 });
  await makeTemplate(template);
});

/** What a start leaves besides the room that it keeps for another. */
const filesOf = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => !name.startsWith("postgres.spare"))
    .sort();

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
