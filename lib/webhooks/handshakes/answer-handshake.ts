import { isUtf8 } from "node:buffer";
import { answerFor, missAnswer, prepareAnswer } from "@/lib/mocks/answers/answer";
import type { Answer } from "@/lib/operations/answer";
import type { PublicRequest } from "@/lib/operations/public-request";
import { env } from "@/lib/platform/env/env";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import type { HandshakePreset } from "./contract";
import { bodyMark, type Handshake, type HandshakeSettings, handshakeLimits, handshakeOf } from "./handshake";

type Captured = { method: string; rawUrl: string; rawHeaders: readonly [string, string][]; body: Buffer };

/** The answer to a captured request that is a handshake, and whose; undefined for every other one. */
export function answerHandshake(
  { method, rawUrl, rawHeaders, body }: Captured,
  settings: HandshakeSettings,
  request: Asking,
): { preset: HandshakePreset; answer: Answer } | undefined {
  const text = () => {
    const mayBe = body.byteLength <= handshakeLimits.bodyBytes && body.includes(bodyMark);
    return mayBe && isUtf8(body) ? body.toString() : undefined;
  };
  const handshake = handshakeOf({ method, rawUrl, rawHeaders, body: text }, settings);
  return handshake && { preset: handshake.preset, answer: answerTo(handshake, method, request) };
}

type Asking = Pick<PublicRequest, "origin" | "requestId">;

function answerTo(handshake: Handshake, method: string, request: Asking): Answer {
  if (handshake.kind === "refused") return refusal(request);
  const prepared = prepareAnswer({ statusCode: 200, ...contentOf(handshake) });
  return answerFor(prepared, { origin: request.origin, head: method === "HEAD" });
}

type Content = { responseHeaders: Record<string, string>; responseBody: string };

function contentOf(handshake: Exclude<Handshake, { kind: "refused" }>): Content {
  if (handshake.kind === "echo") {
    // Anybody can write a link to an inbox: what it says stays a text, is not kept, and does nothing.
    const responseHeaders = {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "no-store",
    };
    return { responseHeaders, responseBody: handshake.text };
  }
  if (handshake.kind === "allowed") {
    const responseHeaders = {
      Allow: "POST",
      "WebHook-Allowed-Origin": handshake.origin,
      "WebHook-Allowed-Rate": env().rateLimit ? String(60 * quotaOf("capturesPerSecond")) : "*",
    };
    return { responseHeaders, responseBody: "" };
  }
  return { responseHeaders: { "Content-Type": "text/xml" }, responseBody: "<Response/>" };
}

const refusal = ({ origin, requestId }: Asking): Answer =>
  missAnswer({
    status: 403,
    error: "hub.verify_token is not the token of this inbox.",
    code: "forbidden",
    hint: "Enter the same verify token at Meta and in the inbox's settings.",
    requestId,
    origin,
    head: false,
  });
