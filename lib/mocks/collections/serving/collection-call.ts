import { answerFor, prepareAnswer } from "@/lib/mocks/answers/answer";
import type { Answer } from "@/lib/operations/answer";
import { AppError } from "@/lib/operations/errors";
import type { PublicRequest } from "@/lib/operations/public-request";
import { baseUrlOfRequest } from "@/lib/projects/to-project";
import type { ServedCollection } from "../served-collections";

/** A request to a collection. */
export type CollectionCall = { projectId: string; collection: ServedCollection; request: PublicRequest };

/** Carries out what needs the database when it is the project's turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** An answer in JSON, or without a body, that nothing keeps. */
export function answerOf(
  { request }: CollectionCall,
  {
    status = 200,
    body = "",
    headers = {},
  }: { status?: number; body?: string; headers?: Record<string, string> },
): Answer {
  const prepared = prepareAnswer({
    statusCode: status,
    responseHeaders: {
      ...(status !== 204 && { "Content-Type": "application/json" }),
      ...noStore,
      ...headers,
    },
    responseBody: body,
  });
  return answerFor(prepared, { origin: request.origin, head: request.method === "HEAD" });
}

const noStore = { "Cache-Control": "no-store" };

/**
 * Answers what asks for the methods that are taken, and refuses any other method.
 * @throws {AppError} `method_not_allowed`
 */
export function answerOther(call: CollectionCall, allowed: string, what: string): Answer {
  const { method } = call.request;
  if (method === "OPTIONS") return answerOf(call, { status: 204, headers: { Allow: allowed } });
  throw new AppError("method_not_allowed", `${what} takes ${allowed}, not ${method.slice(0, 20)}.`, {
    headers: { Allow: allowed },
  });
}

/** Where the collection is, or one of its items. */
export function addressOf({ collection, request }: CollectionCall, itemId?: string): string {
  // As it is stored, a path may have letters that no header can hold.
  const path = collection.path.replace(/[^!-~]|[<>"]/gu, (character) => encodeURIComponent(character));
  const item = itemId === undefined ? "" : `/${encodeURIComponent(itemId)}`;
  return `${baseUrlOfRequest(request)}/api/mock${path}${item}`;
}
