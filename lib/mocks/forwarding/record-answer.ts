import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { db } from "@/db/database";
import { mockProxies } from "@/db/schema/mock-calls";
import { mocks } from "@/db/schema/mocks";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { knownAmount } from "@/lib/operations/quota";
import { recording } from "@/lib/platform/budgets/budgets";
import { HeldBytes } from "@/lib/platform/budgets/held-bytes";
import { log } from "@/lib/platform/log/log";
import { Gate } from "@/lib/platform/process/gate";
import { requestLifetime } from "@/lib/platform/process/request-lifetime";
import { turns } from "@/lib/platform/process/turns";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { lazily, singleton } from "@/lib/platform/singleton";
import { forgetProjectHost, type MissProxy } from "@/lib/projects/project-hosts";
import { insertMock } from "../create-mock";
import { forgetMocks } from "../served-mocks";
import type { MockRow } from "../to-mock";
import { type ForwardedAnswer, placeOf, recordedMock, unrecordable } from "./recorded-mock";

/** For so long an answer of the same path is not looked at again, in ms: there is its mock, or it can't be one. */
const seenMs = 5000;

const queue = lazily(() =>
  singleton("recorded answers", () => {
    const { waiting, waitingOfOne, heldBytesMax, heldBytesOfOne } = recording;
    return {
      gate: new Gate({ running: 2, runningOfOne: 1, waiting, waitingOfOne }),
      held: new HeldBytes({ totalMax: heldBytesMax, perHolderMax: heldBytesOfOne }),
      seen: new LRUCache<string, true>({ max: 20_000, ttl: seenMs }),
    };
  }),
);

type Recorded = ForwardedAnswer & { projectId: string; proxy: MissProxy };

/**
 * Makes a mock of a forwarded answer, unless there is one on its path. Nobody waits for that, and what is too much to
 * wait is dropped: it comes again with the next request.
 * @returns why it can't become one, for people
 */
export function recordAnswer(recorded: Recorded): string | undefined {
  const { projectId, method, rawPath, body } = recorded;
  const key = `${projectId} ${method} ${rawPath}`;
  const why = unrecordable(recorded, recorded.proxy);
  if (why !== undefined) return `Not recorded: ${why}.`;
  const { gate, held, seen } = queue();
  if (seen.has(key)) return undefined;
  const share = held.open(projectId);
  if (share.grow(body.byteLength) !== undefined) return undefined;
  seen.set(key, true);
  const work = gate
    .run(() => store(recorded), projectId)
    .then((done) => {
      if (!done) seen.delete(key);
    })
    .catch((err: unknown) => {
      seen.delete(key);
      log().warn({ err }, "a forwarded answer could not be recorded");
    })
    .finally(() => share.release());
  requestLifetime()?.waitUntil(work);
  return undefined;
}

async function store({ projectId, proxy, ...answer }: Recorded): Promise<void> {
  // First, because it needs no body: a megabyte that becomes no mock is not worth reading.
  const place = placeOf(answer);
  if (!place || (await isThere(projectId, place))) return;
  const ctx = backgroundCtx();
  if ((await knownAmount(ctx, "mocks", projectId)) >= quotaOf("mocks")) return stopRecording(projectId);
  const mock = await turns().run(recordedMock(answer, proxy));
  if (!mock) return;
  try {
    if (await insertMock(ctx, projectId, mock)) await forgetMocks(projectId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // There is no room for further ones either, and each would cost as much as this one did.
    if (error.code === "quota_exceeded") await stopRecording(projectId);
  }
}

async function isThere(
  projectId: string,
  { method, endpoint }: { method: MockRow["method"]; endpoint: string },
): Promise<boolean> {
  const isOfPlace = and(
    eq(mocks.projectId, projectId),
    eq(mocks.method, method),
    eq(mocks.endpoint, endpoint),
  );
  const [found] = await db().select({ id: mocks.id }).from(mocks).where(isOfPlace);
  return found !== undefined;
}

async function stopRecording(projectId: string): Promise<void> {
  await db().update(mockProxies).set({ recording: false }).where(eq(mockProxies.projectId, projectId));
  await forgetProjectHost(projectId);
}

/** Nobody's call: the trail says who turned recording on. */
const backgroundCtx = (): Ctx => ({
  actor: { kind: "anonymous" },
  db: db(),
  headers: new Headers(),
  search: "",
  clientAddress: "",
  requestId: randomUUID(),
  now: () => new Date(),
  after: () => {},
  background: () => {},
});
