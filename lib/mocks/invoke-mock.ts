import type { PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { countTraffic } from "@/lib/projects/traffic/traffic";
import { missAnswer, preflightAnswer } from "./answers/answer";
import { answerFromCollection } from "./collections/serving/answer-from-collection";
import { forwardMiss } from "./forwarding/forward-miss";
import { givePlain } from "./give-answer";
import type { Invocation } from "./invocation";
import { invokeScript } from "./invoke-script";
import { type MockTable, mockTables, type ServedMock } from "./served-mocks";

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
  const content = mock?.content?.();
  const invocation = { projectId, matcher, rawPath, request };
  if (mock && content && !content.script && !content.callbacks && !content.own.special) {
    return givePlain(invocation, content.own, mock.answered);
  }
  return answerSlowly(invocation, mock);
}

/** For a mock that has to be read first, that chooses among its answers or gives a special one; and for a miss. */
async function answerSlowly(invocation: Invocation, first: ServedMock | undefined): Promise<PublicAnswer> {
  const { answer, whyNot } = first ? await invokeScript(invocation, first) : {};
  if (answer) return answer;
  const collection = await answerFromCollection(invocation);
  return (
    collection.answer ?? (await forwardMiss(invocation)) ?? missed(invocation, whyNot ?? collection.whyNot)
  );
}

async function missed(
  { projectId, matcher, rawPath, request }: Invocation,
  whyNot: string | undefined,
): Promise<PublicAnswer> {
  const path = rawPath.startsWith("/") ? rawPath : `/${rawPath}`;
  const hint = whyNot ?? (await matcher.explainMiss(request.method, rawPath));
  const answer = missAnswer({
    status: 404,
    error: `No mock matches ${request.method} ${path.slice(0, 500)}`,
    code: "mock_not_found",
    hint,
    requestId: request.requestId,
    origin: request.origin,
    head: request.method === "HEAD",
  });
  countTraffic(projectId, "errors");
  return { answer, delayMs: 0, answered: { by: "miss", reason: hint } };
}
