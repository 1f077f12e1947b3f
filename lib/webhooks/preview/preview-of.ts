import { answerFor } from "@/lib/mocks/answers/answer";
import { failureAnswer } from "@/lib/mocks/give-answer";
import { placesWithin, problemAt } from "@/lib/mocks/preview/problem-at";
import { atOnce, flatHeaders, shownAnswer, shownPace } from "@/lib/mocks/preview/shown-answer";
import type { Fields, Output } from "@/lib/operations/operation";
import { successFor } from "../answers/answer-sender";
import { makeAnswer } from "../answers/give-special";
import { inboxAnswerOf } from "../answers/inbox-answer";
import { captureId } from "../capture-id";
import { paired } from "../captures";
import { answerHandshake } from "../handshakes/answer-handshake";
import type { previewWebhook } from "./contract";

type Given = Fields<typeof previewWebhook>;
type Asked = Given & { projectId: string; requestId: string };

/** What the sender of a request would get, by the functions that answer senders. The capture is its inbox's first one. */
export async function previewOf(asked: Asked): Promise<Output<typeof previewWebhook>> {
  const { projectId, requestId, response, handshakes, metaVerifyToken } = asked;
  const { capture, request } = requestOf(asked.request);
  const handshake = answerHandshake(capture, { handshakes, metaVerifyToken }, { ...request, requestId });
  if (handshake) {
    return {
      answer: { handshake: handshake.preset, ...shownAnswer(handshake.answer), ...atOnce },
      problems: [],
    };
  }
  const own = inboxAnswerOf(response);
  if (!own?.special) {
    const prepared = own?.prepared ?? successFor(capture.id);
    const answer = answerFor(prepared, { origin: request.origin, head: request.method === "HEAD" });
    const pace = shownPace({ delayMs: own?.delayMs ?? 0, special: undefined });
    return { answer: { handshake: null, ...shownAnswer(answer), ...pace }, problems: [] };
  }
  const made = await makeAnswer(own.special, { projectId, capture, sequence: 1 }, request);
  if (!("problem" in made)) {
    return { answer: { handshake: null, ...shownAnswer(made), ...shownPace(own.special) }, problems: [] };
  }
  const failure = failureAnswer({ ...request, requestId }, { ...made, of: "inbox" });
  const problem = problemAt(placesWithin("response", response?.headers ?? {}), made);
  return { answer: { handshake: null, ...shownAnswer(failure), ...atOnce }, problems: [problem] };
}

/** A request to an inbox without an address, as it would be captured. */
function requestOf({ method, path: target, headers, body }: Given["request"]) {
  const rawHeaders = flatHeaders(headers);
  const [path = ""] = target.split("?", 1);
  const origin = rawHeaders.find((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "origin");
  const capture = {
    id: captureId(),
    method,
    // Senders write an address without a path as it is.
    path: path === "/" ? "" : path,
    rawUrl: `/api/webhook/inbox${target}`,
    rawHeaders: paired(rawHeaders),
    body: Buffer.from(body),
    ip: "127.0.0.1",
    receivedAt: new Date(),
    signature: null,
  };
  return { capture, request: { method, origin, rawHeaders } };
}
