import type { ObservedRequest } from "@/lib/platform/observe/observed-request";
import { Answer, headerOf, jsonAnswer } from "./answer";
import { statusOf } from "./error-codes";
import { type AppError, asAppError } from "./errors";
import { logFailure } from "./log-failure";
import { requestIdFrom } from "./request-id";

/** What a door passes on: the parameters of the path, and the peer's address if it knows it. */
export type RouteContext = {
  params: Record<string, string>;
  peerAddress?: string | undefined;
  /** The body as the door reads it, where that is cheaper than through the `Request`. */
  chunks?: AsyncIterable<Uint8Array> | undefined;
  /** Whether nobody is there any more to get an answer. */
  isGone?: (() => boolean) | undefined;
  /** Where to note what is learnt of the request, if anybody wants to know. */
  observed?: ObservedRequest | undefined;
  /** Keeps work going after an answer where the platform needs that; without it the work just goes on. */
  background?: ((work: () => Promise<void>) => void) | undefined;
};
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Answer>;

/** Runs `work`, turns whatever it throws into an error answer, and marks the answer with its request id. */
export async function answering(
  request: Request,
  work: (requestId: string) => Promise<Answer>,
  errorFields?: (error: AppError) => Record<string, unknown>,
): Promise<Answer> {
  const requestId = requestIdFrom(request.headers.get("x-request-id"));
  let answer: Answer;
  try {
    answer = await work(requestId);
  } catch (error) {
    answer = errorAnswer(error, requestId, request, errorFields);
  }
  marked(answer, requestId);
  return request.method === "HEAD" ? new Answer(answer.status, answer.headers, null) : answer;
}

/** Headers of every answer of the API. */
export function marked({ headers }: Answer, requestId: string): void {
  headers.push("x-request-id", requestId);
  if (headerOf(headers, "cache-control") === undefined) headers.push("cache-control", "no-store");
}

function errorAnswer(
  error: unknown,
  requestId: string,
  request: Request,
  errorFields: (error: AppError) => Record<string, unknown> = () => ({}),
): Answer {
  const known = asAppError(error);
  logFailure(known, { requestId, method: request.method });
  const { code, message, hint, issues, headers } = known;
  return jsonAnswer(
    { error: message, code, hint, requestId, ...(issues && { issues }), ...errorFields(known) },
    { status: statusOf[code], headers },
  );
}
