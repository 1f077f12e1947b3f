import { setTimeout as sleep } from "node:timers/promises";
import { quickDb } from "@/db/database";
import type { PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { bus, busState } from "@/lib/platform/bus/bus";
import { askOthers } from "@/lib/platform/ipc/others";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { databaseOutage } from "@/lib/platform/outage/database-outage";
import { requestLifetime } from "@/lib/platform/process/request-lifetime";
import { settledWithin } from "@/lib/platform/process/settled-within";
import { lazily, singleton } from "@/lib/platform/singleton";
import { announceCalls } from "./announce-calls";
import { BodyExcerpt, ExcerptRoom } from "./body-excerpt";
import { CallLog } from "./call-log";
import { writeHits } from "./mock-hits";
import { type CallbackMade, waitingCall, waitingCallback } from "./waiting-call";
import { findStoredCalls, writeCalls } from "./write-calls";

/** How often what was recorded is stored, in ms. */
const everyMs = 1000;
/** How long the end of a process waits for that, in ms. */
const endMs = 5000;
/** How long whoever wants to see calls waits for other processes of this machine, in ms. */
const othersMs = 1000;
/** What the bodies of requests that wait may hold together. */
const excerptsBytesMax = 8 * 1024 * 1024;

/** Message to all processes: store what you have of a project, because somebody wants to see it. */
const wantedChannel = "mock-calls-wanted";

type Recording = { log: CallLog; room: ExcerptRoom; dueAt: number; timer: NodeJS.Timeout | undefined };

const recording = lazily(() =>
  singleton<Recording>("mock calls", () => {
    const log = new CallLog({
      // Over connections whose statements are given up early.
      write: (batch) => writeCalls(quickDb(), batch),
      findStored: (batch) => findStoredCalls(quickDb(), batch),
      writeHits: (counts) => writeHits(quickDb(), counts),
      stored: announceCalls,
    });
    bus().subscribe(wantedChannel, (projectId) => void quietly(() => log.roundOf(String(projectId))));
    return { log, room: new ExcerptRoom(excerptsBytesMax), dueAt: 0, timer: undefined };
  }),
);

/**
 * Remembers a call of a mock with its answer, for the log of its project. Nobody waits for that, and nothing is written
 * here. Answers that do not say what gave them, such as those to preflights, are no calls.
 * @param beganAt when the call came, in ms since 1970, and `now` when its answer was ready
 */
export function recordCall(
  projectId: string,
  request: PublicRequest,
  given: PublicAnswer,
  { beganAt, now }: { beganAt: number; now: number },
): void {
  const { answered } = given;
  if (!answered) return;
  const here = recording();
  let requestBody: BodyExcerpt | undefined;
  if (request.watchBody) {
    requestBody = new BodyExcerpt(here.room);
    request.watchBody(requestBody);
  }
  here.log.add(projectId, waitingCall(request, given, answered, { beganAt, now, requestBody }));
  if (answered.by === "mock" && answered.mockId) here.log.addHit(answered.mockId, beganAt);
  if (now >= here.dueAt) see(here, now);
}

/** The same for what a mock has sent after an answer. */
export function recordCallback(projectId: string, callback: CallbackMade): void {
  const here = recording();
  here.log.add(projectId, waitingCallback(callback));
  const now = Date.now();
  if (now >= here.dueAt) see(here, now);
}

/** What waits in this process. */
export const callsWaiting = () => recording().log.load;

/** Stores what was recorded until now. Never throws: what could not be stored is kept for a while. */
export async function flushCalls(): Promise<void> {
  const { log: calls } = recording();
  if (!calls.isEmpty && !databaseOutage().isOn) await quietly(() => calls.round());
  const lost = calls.takeLost();
  if (lost > 0) complain((heldBack) => log().warn({ lost, heldBack }, "calls of mocks were not logged"));
}

/**
 * The same of a project, in all processes of this machine and, as far as they hear of it, in all others, which may take a
 * moment.
 */
export async function flushCallsOf(projectId: string): Promise<void> {
  if (busState() === "memory" || bus().hears) {
    await bus().publish(wantedChannel, projectId);
    await askOthers("calls", othersMs);
  }
  await quietly(() => recording().log.roundOf(projectId));
}

/** What this process answers others that have asked for calls. */
export const callsStored = (): Promise<boolean> =>
  recording()
    .log.settled()
    .then(() => true);

/** The same of all that waits, before a process ends, and not for longer than an end may take. */
export async function flushCallsAtEnd(): Promise<void> {
  const { log: calls } = recording();
  await settledWithin(
    quietly(() => lastRounds(calls)),
    endMs,
  );
  const { calls: lost } = calls.load;
  if (lost > 0) log().warn({ lost }, "calls of mocks were not logged before the end");
}

/** Rounds for as long as each of them leaves less. */
async function lastRounds(calls: CallLog): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; !calls.isEmpty && calls.load.calls < before; ) {
    before = calls.load.calls;
    if (!databaseOutage().isOn) await calls.lastRound();
  }
}

async function quietly(store: () => Promise<void>): Promise<void> {
  try {
    await store();
  } catch (err) {
    complain((heldBack) => log().warn({ err, heldBack }, "calls of mocks could not be stored yet"));
  }
}

const complain = rarely();

/**
 * Sees to it that calls are stored every second, as long as there are any. A function may be frozen or ended after any
 * request, so that it is kept alive until what it recorded in a second is stored.
 */
function see(here: Recording, now: number): void {
  const lifetime = requestLifetime();
  here.dueAt = now + everyMs;
  if (lifetime) {
    lifetime.waitUntil(sleep(everyMs).then(flushCalls));
    return;
  }
  here.timer ??= setTimeout(
    () => {
      here.timer = undefined;
      void flushCalls().finally(() => {
        if (!here.log.isEmpty) see(here, Date.now());
      });
    },
    Math.max(everyMs, here.log.notBefore - performance.now()),
  ).unref();
}
