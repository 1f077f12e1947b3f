import { functionPoolMax, quickPoolMax } from "@/db/client";
import { quickDb } from "@/db/database";
import { preflightAnswer } from "@/lib/mocks/answers/answer";
import { AppError, notFound } from "@/lib/operations/errors";
import type { PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { bus } from "@/lib/platform/bus/bus";
import { streamChannel } from "@/lib/platform/bus/stream-channel";
import { env } from "@/lib/platform/env/env";
import { FloodGate } from "@/lib/platform/process/flood-gate";
import { requestLifetime } from "@/lib/platform/process/request-lifetime";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { lazily, singleton } from "@/lib/platform/singleton";
import { baseUrlOfRequest } from "@/lib/projects/to-project";
import { countTraffic } from "@/lib/projects/traffic/traffic";
import { answerSender, answerVerification } from "./answers/answer-sender";
import { captureId } from "./capture-id";
import { CaptureQueue } from "./capture-queue";
import { requireCaptureRoom, sizeOf } from "./capture-room";
import { type Capture, paired, toCapturedRequest } from "./captures";
import { planDeliveries } from "./forwarding/plan-deliveries";
import { beginDeliveries } from "./forwarding/worker";
import { type Inbox, inboxes } from "./inboxes";
import { judge } from "./signatures/judge";
import { refusalFor } from "./signatures/refusal";
import type { CaptureNotice } from "./stream-contract";
import { writeCaptures } from "./write-captures";

const MiB = 1024 * 1024;

const queue = lazily(() =>
  singleton(
    "capture queue",
    () =>
      new CaptureQueue({
        write: (webhookId, captures) => writeCaptures(quickDb(), webhookId, captures),
        committed: announce,
        // Fewer than there are quick connections, so that hosts and inboxes can be looked up in any case.
        writersMax: settings().isServerless ? functionPoolMax - 1 : quickPoolMax - 2,
        writersOfOneMax: 4,
        slowWritersMax: 2,
        batchMax: 200,
        batchBytesMax: 8 * MiB,
        inboxBytesMax: 64 * MiB,
        totalBytesMax: 256 * MiB,
        slowMs: 500,
        writeMs: 4500,
        waitMs: 5000,
      }),
  ),
);

const settings = lazily(env);

/** What waits in this process for its commit. */
export function captureLoad() {
  return queue().load;
}

/** How many captures per second one inbox takes on average, and how many at once. */
const gate = lazily(() =>
  singleton(
    "capture gate",
    () =>
      new FloodGate({
        perSecond: quotaOf("capturesPerSecond"),
        burst: quotaOf("captureBurst"),
        max: 10_000,
      }),
  ),
);

/**
 * Captures a request to an inbox and answers its sender after the commit.
 * @param rest what follows `/api/webhook/`: the reference id and a sub-path, percent-encoded
 * @throws {AppError} `not_found`, `gone`, `rate_limited`, `payload_too_large`, `quota_exceeded`, `unavailable`; nothing is
 * stored then. `unauthorized` when its signature is not valid and the inbox refuses that; it is stored then.
 */
export async function captureRequest(
  projectId: string,
  rest: string,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const slash = rest.indexOf("/");
  const referenceId = slash === -1 ? rest : rest.slice(0, slash);
  const { inbox } = inboxes().peek(referenceId) ?? (await inboxes().get(referenceId));
  if (!inbox || inbox.projectId !== projectId) throw notFound("Webhook");
  if (inbox.expiresAt <= Date.now()) throw new AppError("gone", "This webhook inbox has expired.");
  if (request.method === "OPTIONS" && request.origin && request.requestedMethod) {
    return { answer: preflightAnswer(request), delayMs: 0 };
  }
  requireWithinLimit(inbox);
  const body = await request.readBody(settings().captureMaxBytes);
  const capture: Capture = {
    id: captureId(),
    method: request.method,
    path: slash === -1 ? "" : rest.slice(slash),
    rawUrl: request.prefix + request.target,
    rawHeaders: paired(request.rawHeaders),
    body,
    ip: request.clientAddress(),
    receivedAt: new Date(),
    signature: null,
  };
  const handshake = await judged(inbox, capture, request);
  const counted = requireCaptureRoom(projectId, sizeOf(capture));
  if (counted) await counted;
  const planning = planDeliveries(inbox, capture);
  if (planning) await planning;
  const sequence = await queue().add(inbox, capture);
  keepTelling();
  if (capture.deliveries) beginDeliveries(capture.deliveries);
  if (capture.signature?.refused) throw refusalFor(capture.signature);
  countTraffic(projectId, "captures");
  if (handshake) return handshake;
  return answerSender(inbox, { capture, sequence }, request);
}

/**
 * Judges a capture's signature, where the inbox has one.
 * @returns the answer to a handshake that is not signed: senders do not sign all of theirs, so it is not refused
 */
async function judged(
  inbox: Inbox,
  capture: Capture,
  request: PublicRequest,
): Promise<PublicAnswer | undefined> {
  if (!inbox.signatureCheck) return undefined;
  const baseUrl = new URL(baseUrlOfRequest(request)).origin;
  const signature = await judge(inbox.signatureCheck, { ...capture, baseUrl });
  const handshake = signature.refused ? answerVerification(inbox, capture, request) : undefined;
  capture.isApart = signature.refused;
  capture.signature = handshake ? { ...signature, refused: false } : signature;
  return handshake;
}

function requireWithinLimit(inbox: Inbox): void {
  if (!settings().rateLimit) return;
  const waitMs = gate().pass(inbox.id, Date.now());
  if (waitMs === 0) return;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new AppError("rate_limited", `This inbox gets too many requests. Try again in ${seconds} s.`, {
    headers: { "retry-after": String(seconds) },
  });
}

/** Larger bodies are not sent over the bus; streams read them from the database. */
const announcedBytesMax = 48 * 1024;

/** Tells streams what was committed, in order. */
function announce(webhookId: string, captures: readonly Capture[], lastSequence: number): void {
  // A capture is made ready to be shown for its listeners only, since parsing its query and text takes microseconds.
  if (!bus().isHeard(streamChannel(webhookId))) return;
  captures.forEach((capture, at) => {
    const sequence = lastSequence - captures.length + 1 + at;
    const size = capture.body.byteLength;
    const shown =
      size <= announcedBytesMax
        ? { capture: toCapturedRequest({ ...capture, webhookId, sequence, size }) }
        : { size };
    const notice: CaptureNotice = { sequence, ...shown };
    const told = bus()
      .publish(streamChannel(webhookId), notice)
      .finally(() => telling.delete(told));
    telling.add(told);
  });
}

/** Messages to streams that are on their way. */
const telling = new Set<Promise<void>>();

/** Nobody waits for streams to be told; a function must not be frozen before they are. */
function keepTelling(): void {
  if (telling.size > 0) requestLifetime()?.waitUntil(Promise.all(telling));
}
