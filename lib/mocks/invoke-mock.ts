import type { Answer } from "@/lib/operations/answer";
import type { PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { countTraffic } from "@/lib/projects/traffic/traffic";
import { answerFor, missAnswer, type PreparedAnswer, preflightAnswer } from "./answers/answer";
import { largeAnswers, type MockTable, mockTables } from "./served-mocks";

/**
 * Answers a request on a project's host with the mock that matches it. Does so without a promise if everything it
 * needs is in memory.
 * @param rawPath the request target after `/api/mock`, percent-encoded, without query
 */
export function invokeMock(
  projectId: string,
  rawPath: string,
  request: PublicRequest,
): PublicAnswer | Promise<PublicAnswer> {
  if (request.method === "OPTIONS" && request.origin && request.requestedMethod) {
    return { answer: preflightAnswer(request), delayMs: 0 };
  }
  const table = mockTables().peek(projectId);
  if (table) return answerFrom(projectId, table, rawPath, request);
  return mockTables()
    .get(projectId)
    .then((loaded) => answerFrom(projectId, loaded, rawPath, request));
}

function answerFrom(
  projectId: string,
  { matcher }: MockTable,
  rawPath: string,
  request: PublicRequest,
): PublicAnswer | Promise<PublicAnswer> {
  const mock = matcher.match(request.method, rawPath);
  if (!mock) return missed(projectId, { matcher }, rawPath, request);
  const { delayMs } = mock;
  if (mock.answer) {
    const answer = forRequest(mock.answer(), request);
    countTraffic(projectId, "mocks");
    return { answer, delayMs };
  }
  return largeAnswers()
    .get(mock.id)
    .then(({ answer }) => {
      if (!answer) return missed(projectId, { matcher }, rawPath, request);
      countTraffic(projectId, "mocks");
      return { answer: forRequest(answer, request), delayMs };
    });
}

function forRequest(prepared: PreparedAnswer, { origin, method }: PublicRequest): Answer {
  return answerFor(prepared, { origin, head: method === "HEAD" });
}

async function missed(
  projectId: string,
  { matcher }: Pick<MockTable, "matcher">,
  rawPath: string,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const path = rawPath.startsWith("/") ? rawPath : `/${rawPath}`;
  const answer = missAnswer({
    status: 404,
    error: `No mock matches ${request.method} ${path.slice(0, 500)}`,
    code: "mock_not_found",
    hint: await matcher.explainMiss(request.method, rawPath),
    requestId: request.requestId,
    origin: request.origin,
    head: request.method === "HEAD",
  });
  countTraffic(projectId, "errors");
  return { answer, delayMs: 0 };
}
