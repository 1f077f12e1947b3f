import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DataDirHeldError, takeDataLock } from "./data-lock";
import { identify, isRunning, processSpace } from "./process-identity";

let dir = "";
const children: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "data-lock-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

async function locker(): Promise<ChildProcess> {
  const child = fork("db/embedded/fixtures/locker.ts", [dir], { execArgv: ["--import", "tsx"] });
  children.push(child);
  await once(child, "message");
  return child;
}

async function tryLock(child: ChildProcess): Promise<string> {
  const answer = once(child, "message");
  child.send("go");
  const [message] = (await answer) as [{ result: string }];
  return message.result;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

function leave(content: Record<string, unknown>): void {
  const running = identify(process.pid);
  const whole = { owner: running, parent: running, space: processSpace(), state: "held", ...content };
  writeFileSync(join(dir, "postgres.lock.7"), JSON.stringify(whole));
}

describe("the lock on a data directory", () => {
  test("a running owner keeps others out, and the message names it", async () => {
    const owner = await locker();
    expect(await tryLock(owner)).toBe("taken");
    const refused = takeDataLock(dir, 60_000);
    await expect(refused).rejects.toThrow(DataDirHeldError);
    await expect(refused).rejects.toThrow(new RegExp(`process ${owner.pid} .*DATA_DIR.*DATABASE_URL`));
  });

  test("of many starters that find a stale lock, exactly one wins", async () => {
    const first = await locker();
    expect(await tryLock(first)).toBe("taken");
    await kill(first);
    const starters = await Promise.all([locker(), locker(), locker(), locker(), locker(), locker()]);
    const results = await Promise.all(starters.map(tryLock));
    expect(results.filter((result) => result === "taken")).toHaveLength(1);
    expect(readdirSync(dir)).toEqual(["postgres.lock.2"]);
  });

  test("a released lock is free at once", async () => {
    (await takeDataLock(dir, 0)).release();
    (await takeDataLock(dir, 0)).release();
    expect(readdirSync(dir)).toEqual(["postgres.lock.2"]);
  });

  test("an owner that is closing is waited for", async () => {
    const lock = await takeDataLock(dir, 0);
    lock.closing();
    const next = takeDataLock(dir, 30_000);
    setTimeout(() => lock.release(), 200);
    (await next).release();
  });

  test("an owner whose parent has ended is waited for, but not for ever", async () => {
    leave({ parent: { pid: 2 ** 22 + 1, started: "" } });
    const began = performance.now();
    await expect(takeDataLock(dir, 300)).rejects.toThrow(DataDirHeldError);
    expect(performance.now() - began).toBeGreaterThan(250);
  });

  test("a process that has the number of a dead owner does not hold its lock", async () => {
    leave({ owner: { pid: process.pid, started: "another boot:1" } });
    (await takeDataLock(dir, 0)).release();
  });

  test("a live owner in another container keeps others out", async () => {
    leave({ space: "elsewhere pid:[1]", owner: { pid: 2 ** 22 + 1, started: "" } });
    await expect(takeDataLock(dir, 0)).rejects.toThrow(/on elsewhere/);
  });

  test("a lock that was cut short by a full disk counts as stale", async () => {
    writeFileSync(join(dir, "postgres.lock.3"), '{"owner":');
    (await takeDataLock(dir, 0)).release();
    expect(readdirSync(dir)).toEqual(["postgres.lock.4"]);
  });
});

test("a process that ended without being reaped is not running", async () => {
  // The shell's child ends at once, and the sleep that replaces the shell never reaps it.
  const shell = fork("-c", ["true & echo $!; exec sleep 30"], {
    execPath: "/bin/sh",
    execArgv: [],
    silent: true,
  });
  children.push(shell);
  const [output] = (await once(shell.stdout ?? shell, "data")) as [Buffer];
  const zombie = { pid: Number(output.toString()), started: "" };
  await expect.poll(() => isRunning(zombie)).toBe(false);
  expect(isRunning(identify(process.pid))).toBe(true);
});
