import { Answer, headerOf } from "@/lib/operations/answer";
import type { PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { forwarding } from "@/lib/platform/budgets/budgets";
import { HeldBytes } from "@/lib/platform/budgets/held-bytes";
import { env } from "@/lib/platform/env/env";
import { stream } from "@/lib/platform/outbound/outbound";
import { OutboundError } from "@/lib/platform/outbound/outbound-error";
import { FloodGate } from "@/lib/platform/process/flood-gate";
import { Gate } from "@/lib/platform/process/gate";
import { rateOf } from "@/lib/platform/quotas/quota-of";
import { lazily, singleton } from "@/lib/platform/singleton";
import { type MissProxy, projectHosts } from "@/lib/projects/project-hosts";
import { countTraffic } from "@/lib/projects/traffic/traffic";
import { answerFor, missAnswer, prepareAnswer } from "../answers/answer";
import { headersBack, headersOnward, wasForwarded } from "./passed-headers";
import { targetOf } from "./proxy-target";
import { recordAnswer } from "./record-answer";

/** A request below `/api/mock` that no mock answers. `rawPath` is what follows that, without the query. */
type Miss = { projectId: string; rawPath: string; request: PublicRequest };
type Failure = {
  status: 429 | 502 | 503 | 504;
  code: string;
  error: string;
  hint?: string;
  retryAfter?: number;
};
type Given = { statusCode: number; rawHeaders: readonly string[]; body: Buffer };

/** What is under way in this process. */
const room = lazily(() =>
  singleton("forwarded misses", () => {
    const { running, runningOfOne, heldBytesMax, heldBytesOfOne } = forwarding;
    const rate = rateOf("forwardedPerMinute");
    return {
      gate: new Gate({ running, runningOfOne, waiting: 0 }),
      held: new HeldBytes({ totalMax: heldBytesMax, perHolderMax: heldBytesOfOne }),
      flood: new FloodGate({
        perSecond: (rate.max * 1000) / rate.windowMs,
        burst: Math.max(1, rate.max / 6),
        max: 10_000,
      }),
    };
  }),
);

/**
 * The answer of the server that the project's misses are forwarded to, or why there is none. Undefined if nothing is
 * forwarded, and for what was forwarded already.
 * @throws {AppError} `payload_too_large`
 */
export async function forwardMiss({ projectId, rawPath, request }: Miss): Promise<PublicAnswer | undefined> {
  const { proxy } = await projectHosts().get(request.label);
  if (!proxy || wasForwarded(request.rawHeaders)) return undefined;
  const query = request.target.indexOf("?");
  const url = targetOf(proxy.baseUrl, rawPath, query === -1 ? "" : request.target.slice(query));
  if (url === undefined) return undefined;
  const waitMs = env().rateLimit ? room().flood.pass(projectId, Date.now()) : 0;
  if (waitMs > 0) return failed(projectId, request, tooMany(waitMs));
  // Before there is a place for it: whoever sends slowly takes nothing from others.
  const body = await request.readBody(forwarding.requestBytesMax);
  const given = await call({ projectId, url, proxy, request, body });
  if ("status" in given) return failed(projectId, request, given);
  const { method } = request;
  const reason = proxy.recording ? recordAnswer({ projectId, proxy, method, rawPath, ...given }) : undefined;
  countTraffic(projectId, "mocks");
  return {
    answer: passedBack(given, request),
    delayMs: 0,
    answered: { by: "proxy", ...(reason && { reason }) },
  };
}

type Call = { projectId: string; url: string; proxy: MissProxy; request: PublicRequest; body: Buffer };

async function call({ projectId, url, proxy, request, body }: Call): Promise<Given | Failure> {
  const leave = await room().gate.enter(projectId);
  if (!leave) return busy;
  const held = room().held.open(projectId);
  const gone = new AbortController();
  request.onGone?.(() => gone.abort(new OutboundError("protocol")));
  try {
    const { statusCode, rawHeaders, chunks, cancel } = await stream({
      url,
      method: request.method,
      headers: headersOnward({ ...passing(request), clientAddress: request.clientAddress() }),
      ...(body.byteLength > 0 && { body }),
      signal: gone.signal,
      timeoutMs: proxy.timeoutMs,
      maxBytes: forwarding.answerBytesMax,
      redirects: "none",
    });
    if (statusCode < 200 || statusCode > 599) {
      cancel();
      return badGateway(`Its status ${statusCode} is none that an answer can have.`);
    }
    const parts: Buffer[] = [];
    for await (const chunk of chunks) {
      if (held.grow(chunk.byteLength) !== undefined) return busy;
      parts.push(chunk);
    }
    return { statusCode, rawHeaders, body: Buffer.concat(parts) };
  } catch (error) {
    if (error instanceof OutboundError) return failureOf(error, proxy);
    throw error;
  } finally {
    held.release();
    leave();
  }
}

function passing({ label, rawHeaders }: PublicRequest) {
  const { appUrl, mockDomain } = env();
  return { rawHeaders, host: `${label}.${mockDomain}`, scheme: new URL(appUrl).protocol.slice(0, -1) };
}

const busy: Failure = {
  status: 503,
  code: "unavailable",
  error: "Too many requests are being forwarded. Try again in a moment.",
  retryAfter: 1,
};

const tooMany = (waitMs: number): Failure => ({
  status: 429,
  code: "rate_limited",
  error: "This project forwards too many requests. Try again later.",
  retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
});

const badGateway = (hint: string): Failure => ({
  status: 502,
  code: "bad_gateway",
  error:
    "No mock matches, and the server that such requests are forwarded to gave no answer that can be passed on",
  hint,
});

function failureOf({ reason, message }: OutboundError, { timeoutMs }: MissProxy): Failure {
  if (reason === "timeout") {
    return {
      status: 504,
      code: "gateway_timeout",
      error: `No mock matches, and the server that such requests are forwarded to did not answer within ${timeoutMs} ms`,
      hint: "Make a mock for it, or give the server more time in the project's forwarding.",
    };
  }
  if (reason === "too_large") {
    return badGateway(`Its answer is larger than the ${forwarding.answerBytesMax} bytes that are passed on.`);
  }
  return badGateway(message);
}

function failed(projectId: string, request: PublicRequest, failure: Failure): PublicAnswer {
  const { retryAfter, ...miss } = failure;
  const { requestId, origin, method } = request;
  const answer = missAnswer({ ...miss, requestId, origin, head: method === "HEAD" });
  if (retryAfter !== undefined) answer.headers.push("Retry-After", String(retryAfter));
  countTraffic(projectId, "errors");
  return { answer, delayMs: 0, answered: { by: "proxy", reason: failure.hint ?? failure.error } };
}

function passedBack({ statusCode, rawHeaders, body }: Given, { origin, method }: PublicRequest): Answer {
  const isHead = method === "HEAD";
  const prepared = prepareAnswer({
    statusCode,
    responseHeaders: headersBack(rawHeaders),
    responseBody: body,
  });
  const answer = answerFor(prepared, { origin, head: isHead });
  // The length of what a GET would get is known to the server only.
  return isHead ? new Answer(statusCode, withLengthOf(rawHeaders, answer.headers), null) : answer;
}

function withLengthOf(rawHeaders: readonly string[], headers: readonly string[]): string[] {
  const at = headers.indexOf("Content-Length");
  const others = at === -1 ? [...headers] : headers.toSpliced(at, 2);
  const length = headerOf(rawHeaders, "content-length");
  return length && /^\d{1,15}$/.test(length) ? [...others, "Content-Length", length] : others;
}
