import { answerFor, prepareAnswer } from "@/lib/mocks/answers/answer";
import type { PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { captureId } from "../capture-id";
import type { Capture } from "../captures";
import { answerHandshake } from "../handshakes/answer-handshake";
import type { HandshakeSettings } from "../handshakes/handshake";
import { giveSpecial } from "./give-special";
import type { InboxAnswer } from "./inbox-answer";

export type Answering = {
  projectId: string;
  /** Undefined if it completes none. */
  handshakes: HandshakeSettings | undefined;
  answer: InboxAnswer | undefined;
};

/** What the sender of a request gets once that is captured: a handshake's answer, the inbox's own, or the usual one. */
export function answerSender(
  { projectId, handshakes, answer: own }: Answering,
  { capture, sequence }: { capture: Capture; sequence: number },
  request: PublicRequest,
): PublicAnswer | Promise<PublicAnswer> {
  // Senders of handshakes wait for a few seconds only, so that a delay is not for them.
  const handshake = handshakes && answerHandshake(capture, handshakes, request);
  if (handshake) return { answer: handshake.answer, delayMs: 0 };
  if (own?.special) return giveSpecial(own.special, { projectId, capture, sequence }, request);
  const prepared = own?.prepared ?? successFor(capture.id);
  const head = request.method === "HEAD";
  return { answer: answerFor(prepared, { origin: request.origin, head }), delayMs: own?.delayMs ?? 0 };
}

/** The answer to a request by which a sender verifies the address; undefined for every other one. */
export function answerVerification(
  { handshakes }: Answering,
  capture: Capture,
  request: PublicRequest,
): PublicAnswer | undefined {
  const handshake = handshakes && answerHandshake(capture, handshakes, request);
  // Twilio verifies nothing: all of its requests get the same answer.
  if (!handshake || handshake.preset === "twilio") return undefined;
  return { answer: handshake.answer, delayMs: 0 };
}

const successBody = (id: string) => JSON.stringify({ success: true, id });
/** All ids have the same length, so that only the body differs from answer to answer. */
const success = prepareAnswer({
  statusCode: 200,
  responseHeaders: {},
  responseBody: successBody(captureId()),
});
/** The usual answer. */
export const successFor = (id: string) => ({ ...success, body: Buffer.from(successBody(id)) });
