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
type Cause = Omit<Caused, "callbacks" | "view"> & { callId: string; status: number; waitMs: number };

/**
 * Sends the callbacks of a mock after the answer that it has given, which gets the id that they are logged with. Nobody
 * waits for them. A call that is itself a callback causes none.
 */
export async function withCallbacks(given: PublicAnswer, caused: Caused): Promise<PublicAnswer> {
  const { callbacks, request, view, ...mock } = caused;
  if (given.answered?.by !== "mock" || isCallback(request)) return given;
  const callId = uuidv7();
  const cause = { ...mock, request, callId, status: given.answer.status, waitMs: given.delayMs };
  const seen = await view(mentionsBody(callbacks)).catch((error: unknown) => asAppError(error).message);
  const all = callbacks.map((callback) => begin(callback, cause, seen));
  requestLifetime()?.waitUntil(Promise.all(all));
  return { ...given, answered: { ...given.answered, callId } };
}

const isCallback = ({ rawHeaders }: PublicRequest): boolean =>
  rawHeaders.some((name, at) => at % 2 === 0 && name.toLowerCase() === callbackHeader);

async function begin(callback: MockCallback, cause: Cause, seen: RequestView | string): Promise<void> {
  const { projectId } = cause;
  if (typeof seen === "string") return failed(callback, cause, seen);
  const { queue, flood } = sending();
  if (env().rateLimit && flood.pass(projectId, Date.now()) > 0) return failed(callback, cause, tooMany);
  const accepted = queue.accept(projectId, () =>
    send(callback, cause, seen).catch((error: unknown) => failed(callback, cause, asAppError(error).message)),
  );
  return accepted ?? failed(callback, cause, "Too many callbacks wait already, so it was not sent.");
}

const tooMany = "Its project sends too many callbacks, so it was not sent.";

async function send(callback: MockCallback, cause: Cause, view: RequestView): Promise<void> {
  const { projectId, status, request, waitMs } = cause;
  const { queue, held } = sending();
  const now = { db: db(), now: () => new Date() };
  if (!(await hasRate(now, "mockCallbacksPerMinute", projectId))) return failed(callback, cause, tooMany);
  const outgoing = await madeCallback(callback, { projectId, view, status });
  if ("problem" in outgoing) return failed(callback, cause, `It could not be made: ${outgoing.problem}`);
  const share = held.open(projectId);
  if (share.grow(outgoing.body.byteLength) !== undefined) {
    return failed(callback, cause, "Too much waits to be sent already, so it was not sent.");
  }
  try {
    let beganAt = 0;
    const attempt = () => {
      beganAt ||= Date.now();
      return deliver(outgoing, request.label);
    };
    const { last, attempts } = await queue.send(projectId, attempt, waitMs + callback.delayMs);
    record(outgoing, cause, { last, attempts, beganAt });
  } finally {
    share.release();
  }
}

type Sent = { last: Omit<Delivered, "isFinal">; attempts: number; beganAt: number };

function record(outgoing: Outgoing, { projectId, mockId, callId }: Cause, { last, attempts, beganAt }: Sent) {
  const { url, method, headers, body } = outgoing;
  recordCallback(projectId, {
    ...{ callId, mockId, method, url: withoutQuery(url), requestHeaders: headers, requestBody: body },
    ...{ statusCode: last.statusCode, reason: last.reason },
    ...{ responseHeaders: last.headers, responseBody: last.body, responseSize: last.body.byteLength },
    ...{ attempts, beganAt, durationMs: Math.max(0, Date.now() - beganAt) },
  });
}

/** Of what was never sent: as it is stored, because nothing was made of it. */
function failed({ url, method }: MockCallback, cause: Cause, reason: string): void {
  const last = { statusCode: null, reason, headers: [], body: Buffer.alloc(0) };
  const outgoing = { url, method, headers: [], body: Buffer.alloc(0) };
  record(outgoing, cause, { last, attempts: 0, beganAt: Date.now() });
}

/** Queries of such addresses are often secrets. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, "");
