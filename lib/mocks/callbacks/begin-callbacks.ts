import { setTimeout as wait } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { db } from "@/db/database";
import { hasRate } from "@/lib/auth/limits";
import { asAppError } from "@/lib/operations/errors";
import type { PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { callbacks as budget } from "@/lib/platform/budgets/budgets";
import { HeldBytes } from "@/lib/platform/budgets/held-bytes";
import { env } from "@/lib/platform/env/env";
import { callbackHeader } from "@/lib/platform/hosts/project-host";
import { FloodGate } from "@/lib/platform/process/flood-gate";
import { requestLifetime } from "@/lib/platform/process/request-lifetime";
import { rateOf } from "@/lib/platform/quotas/quota-of";
import { lazily, singleton } from "@/lib/platform/singleton";
import { recordCallback } from "../calls/record-call";
import type { RequestView } from "../responses/request-view";
import { CallbackQueue } from "./callback-queue";
import type { MockCallback } from "./contract";
import { type Delivered, deliver } from "./deliver";
import { madeCallback, mentionsBody, type Outgoing } from "./made-callback";

const sending = lazily(() =>
  singleton("callbacks of mocks", () => {
    const rate = rateOf("mockCallbacksPerMinute");
    return {
      queue: new CallbackQueue({ ...budget, sleep: (ms) => wait(ms, undefined, { ref: false }) }),
      held: new HeldBytes({ totalMax: budget.heldBytesMax, perHolderMax: budget.heldBytesOfOne }),
      // Asks first, so that a flood does not ask the database.
      flood: new FloodGate({
        perSecond: (rate.max * 1000) / rate.windowMs,
        burst: Math.max(1, rate.max),
        max: 10_000,
      }),
    };
  }),
);

type Caused = {
  projectId: string;
  mockId: string;
  callbacks: readonly MockCallback[];
  request: PublicRequest;
  /** The call as templates see it. @param needsBody whether its body is to be read */
  view: (needsBody: boolean) => Promise<RequestView>;
};
/** What callbacks that wait know of the call: not the call itself, which holds its body. */
type Cause = {
  projectId: string;
  mockId: string;
  callId: string;
  label: string;
  status: number;
  waitMs: number;
};

/**
 * Sends the callbacks of a mock after the answer that it has given, which gets the id that they are logged with. Nobody
 * waits for them. A call that is itself a callback causes none.
 */
export async function withCallbacks(given: PublicAnswer, caused: Caused): Promise<PublicAnswer> {
  const { projectId, mockId, callbacks, request, view } = caused;
  if (given.answered?.by !== "mock" || isCallback(request)) return given;
  const callId = uuidv7();
  const { label } = request;
  const cause = { projectId, mockId, callId, label, status: given.answer.status, waitMs: given.delayMs };
  const seen = await view(mentionsBody(callbacks)).catch((error: unknown) => asAppError(error).message);
  const all = callbacks.map((callback) => begin(callback, cause, seen));
  requestLifetime()?.waitUntil(Promise.all(all));
  return { ...given, answered: { ...given.answered, callId } };
}

const isCallback = ({ rawHeaders }: PublicRequest): boolean =>
  rawHeaders.some((name, at) => at % 2 === 0 && name.toLowerCase() === callbackHeader);

/** Hands the request on, and keeps nothing of it. */
async function begin(callback: MockCallback, cause: Cause, seen: RequestView | string): Promise<void> {
  const { projectId } = cause;
  if (typeof seen === "string") return failed(callback, cause, seen);
  const { queue, flood } = sending();
  if (env().rateLimit && flood.pass(projectId, Date.now()) > 0) return failed(callback, cause, tooMany);
  const accepted = queue.accept(projectId, () => send(callback, cause, make(callback, cause, seen)));
  return accepted ?? failed(callback, cause, "Too many callbacks wait already, so it was not sent.");
}

/** What is to be sent, or why it can't be. */
async function make(callback: MockCallback, cause: Cause, view: RequestView): Promise<Outgoing | string> {
  const { projectId, status } = cause;
  const now = { db: db(), now: () => new Date() };
  if (!(await hasRate(now, "mockCallbacksPerMinute", projectId))) return tooMany;
  const outgoing = await madeCallback(callback, { projectId, view, status });
  return "problem" in outgoing ? `It could not be made: ${outgoing.problem}` : outgoing;
}

const tooMany = "Its project sends too many callbacks, so it was not sent.";

async function send(callback: MockCallback, cause: Cause, making: Promise<Outgoing | string>): Promise<void> {
  const { projectId, label, waitMs } = cause;
  const { queue, held } = sending();
  const share = held.open(projectId);
  try {
    const outgoing = await making;
    if (typeof outgoing === "string") return failed(callback, cause, outgoing);
    if (share.grow(bytesOf(outgoing)) !== undefined) {
      return failed(callback, cause, "Too much waits to be sent already, so it was not sent.");
    }
    let beganAt = 0;
    const attempt = () => {
      beganAt ||= Date.now();
      return deliver(outgoing, label);
    };
    const { last, attempts } = await queue.send(projectId, attempt, waitMs + callback.delayMs);
    record(outgoing, cause, { last, attempts, beganAt });
  } catch (error) {
    failed(callback, cause, asAppError(error).message);
  } finally {
    share.release();
  }
}

const bytesOf = ({ url, headers, body }: Outgoing): number =>
  headers.flat().reduce((sum, text) => sum + text.length, url.length + body.byteLength);

type Sent = { last: Omit<Delivered, "isFinal">; attempts: number; beganAt: number };

function record(outgoing: Outgoing, { projectId, mockId, callId }: Cause, { last, attempts, beganAt }: Sent) {
  const { url, method, body } = outgoing;
  recordCallback(projectId, {
    ...{ callId, mockId, method, url: withoutQuery(url), requestHeaders: last.sent, requestBody: body },
    ...{ statusCode: last.statusCode, reason: last.reason },
    ...{ responseHeaders: last.headers, responseBody: last.body, responseSize: last.body.byteLength },
    ...{ attempts, beganAt, durationMs: Math.max(0, Date.now() - beganAt) },
  });
}

/** Of what was never sent: as it is stored, because nothing was made of it. */
function failed({ url, method }: MockCallback, cause: Cause, reason: string): void {
  const last = { sent: [], statusCode: null, reason, headers: [], body: Buffer.alloc(0) };
  const outgoing = { url, method, headers: [], body: Buffer.alloc(0) };
  record(outgoing, cause, { last, attempts: 0, beganAt: Date.now() });
}

/** Queries of such addresses are often secrets. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, "");
