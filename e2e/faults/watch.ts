import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect } from "vitest";

/** What an attack did to everybody else, and to the process. `slowness` is what else there was to do, 1 for nothing. */
export type Harm = { idleMs: number; worstMs: number; grownMiB: number; slowness: number };

/**
 * In a thread of its own, because those that attack are busy too. Says the longest time when it is asked, and how long a
 * piece of work that is always the same took on average meanwhile.
 */
const pinger = `
  const { Agent, get } = require("node:http");
  const { parentPort, workerData: port } = require("node:worker_threads");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  let over = false;
  const pieces = [];
  const work = () => {
    const began = performance.now();
    let x = 1;
    for (let n = 0; n < 300_000; n++) x = (x * 48271) % 2147483647;
    pieces.push(performance.now() - began);
  };
  let workedAt = 0;
  const ping = () => {
    const began = performance.now();
    const next = () => {
      longest = Math.max(longest, performance.now() - began);
      if (performance.now() - workedAt > 60) {
        work();
        workedAt = performance.now();
      }
      if (over) parentPort.postMessage([longest, pieces.reduce((sum, each) => sum + each, 0) / pieces.length]);
      else setTimeout(ping, 5);
    };
    get({ host: "127.0.0.1", port, path: "/livez", agent }, (incoming) => incoming.resume().on("close", next))
      .on("error", next);
  };
  parentPort.once("message", () => { over = true; });
  ping();
`;

/** How long the piece of work takes a processor that has nothing else to do, where the bounds were measured. */
const pieceMs = 6.5;

/** The longest that `GET /livez` takes while the work goes on, in ms, and how slow the machine was for others. */
async function longestSilence(
  port: number,
  work: Promise<unknown>,
): Promise<{ longest: number; slowness: number }> {
  const thread = new Worker(pinger, { eval: true, workerData: port });
  try {
    await once(thread, "online");
    await work;
    thread.postMessage("over");
    const [[longest, meanMs]] = (await once(thread, "message")) as [[number, number]];
    return { longest, slowness: Math.max(1, meanMs / pieceMs) };
  } finally {
    await thread.terminate();
  }
}

/** Resident memory of a process in MiB, or undefined where the system does not tell. */
function memoryOf(pid: number): number | undefined {
  try {
    const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? undefined : Number(kib) / 1024;
  } catch {
    return undefined;
  }
}

async function largestGrowth(pid: number, work: Promise<unknown>): Promise<number> {
  const before = memoryOf(pid) ?? 0;
  let largest = before;
  let over = false;
  const ended = work.finally(() => {
    over = true;
  });
  while (!over) {
    largest = Math.max(largest, memoryOf(pid) ?? 0);
    await sleep(50);
  }
  await ended;
  return largest - before;
}

const silenceMaxMs = 300;
const growthMaxMiB = 300;
const attempts = 5;

const isHarmless = ({ idleMs, worstMs, grownMiB, slowness }: Harm) =>
  worstMs < Math.max(silenceMaxMs * slowness, 3 * idleMs) && grownMiB < growthMaxMiB;

/** A machine that is busy with other things falls silent by itself, now and then. */
const idleForMs = 300;
const idleForLongerMs = 2000;

/**
 * Carries an attack out and asserts that nobody else noticed. What blocks does so every time, and what a busy machine
 * does to one attempt it does not do to all, so the attack has to do harm several times.
 */
export async function expectHarmless(
  { port, pid }: { port: number; pid: number },
  attack: () => Promise<readonly number[]>,
): Promise<void> {
  const harms: Harm[] = [];
  while (harms.length < attempts) {
    const { longest: idleBeforeMs } = await longestSilence(port, sleep(idleForMs));
    const work = attack();
    const [{ longest: worstMs, slowness }, grownMiB, statuses] = await Promise.all([
      longestSilence(port, work),
      largestGrowth(pid, work),
      work,
    ]);
    const failures = statuses.filter((status) => status >= 500 && status !== 503);
    expect(failures, "nothing fails but on purpose").toEqual([]);
    const after = worstMs < silenceMaxMs ? undefined : await longestSilence(port, sleep(idleForLongerMs));
    const harm = { idleMs: Math.max(idleBeforeMs, after?.longest ?? 0), worstMs, grownMiB, slowness };
    harms.push(harm);
    if (isHarmless(harm)) break;
  }
  expect(harms.some(isHarmless), JSON.stringify(harms)).toBe(true);
}
