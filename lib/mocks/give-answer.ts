import type { Answer } from "@/lib/operations/answer";
import type { Answered, PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { bus } from "@/lib/platform/bus/bus";
import { countTraffic } from "@/lib/projects/traffic/traffic";
import { answerFor, missAnswer, type PreparedAnswer } from "./answers/answer";
import { bytesAnswer } from "./answers/bytes-answer";
import { delayOf } from "./answers/delay";
import { jsonProblemOf } from "./answers/json-problem";
import { type MockAnswer, renderedAnswer, type Special, type Template } from "./answers/mock-answer";
import type { Invocation } from "./invocation";
import { requestData } from "./request-data";
import type { RequestView } from "./responses/request-view";
import { renderTemplates } from "./templates/render-templates";
import type { TemplateData } from "./templates/template-data";

/** An answer that is always the same. */
export function givePlain(
  { projectId, request }: Invocation,
  { prepared, delayMs }: MockAnswer,
  answered: Answered,
): PublicAnswer {
  const answer = answerFor(prepared(), { origin: request.origin, head: request.method === "HEAD" });
  countTraffic(projectId, "mocks");
  return { answer, delayMs, answered };
}

/** An answer that is made for its request, takes its time or breaks. @param view what the template sees */
export async function giveSpecial(
  invocation: Invocation,
  answer: MockAnswer & { special: Special },
  { mockId, answered, view }: { mockId: string; answered: Answered; view: () => Promise<RequestView> },
): Promise<PublicAnswer> {
  const { projectId, request } = invocation;
  const { template } = answer.special;
  const counter = () => (template?.mentions.counter ? bus().countUp(`calls:${mockId}`) : 0);
  const made = await madeAnswer(answer, { projectId, request, view, counter });
  if ("problem" in made) return failed(invocation, made, mockId);
  countTraffic(projectId, "mocks");
  const reason = template?.isJson ? jsonProblemOf(made) : undefined;
  return { answer: made, ...pacingOf(answer), answered: reason ? { ...answered, reason } : answered };
}

/** When and how an answer is sent. Chance decides anew each time. */
export function pacingOf({
  delayMs,
  special,
}: MockAnswer & { special: Special }): Omit<PublicAnswer, "answer"> {
  const { bytesPerSecond, fault, delayDistribution } = special;
  return {
    delayMs: delayOf({ delayMs, delayDistribution }, Math.random),
    ...((bytesPerSecond !== null || fault !== null) && { sending: { bytesPerSecond, fault } }),
  };
}

type Making = {
  projectId: string;
  request: Pick<PublicRequest, "method" | "origin" | "rawHeaders">;
  /** What a template sees. */
  view: () => RequestView | Promise<RequestView>;
  /** The number of the call, for a template that asks for it. */
  counter: () => number | Promise<number>;
  /** What the request was captured as, if it was. */
  capture?: TemplateData["capture"];
};

/** Any answer of a mock as it is sent, or why it can't be made. Counts nothing by itself. */
export async function madeAnswer(
  answer: MockAnswer,
  { projectId, request, view, counter, capture }: Making,
): Promise<Answer | Failure> {
  const { template, bytes } = answer.special ?? {};
  if (bytes && !template) return (await bytesAnswer(bytes, request)) ?? fileGone;
  const prepared = template
    ? await rendered(projectId, template, { counter, view: await view(), capture })
    : answer.prepared();
  if ("problem" in prepared) return prepared;
  return answerFor(prepared, { origin: request.origin, head: request.method === "HEAD" });
}

/** What a template becomes, or why it can't: `template` is which of its texts has the mistake. */
async function rendered(
  projectId: string,
  template: Template,
  { counter, view, capture }: Pick<Making, "counter" | "capture"> & { view: RequestView },
): Promise<PreparedAnswer | Failure> {
  const { mentions, texts } = template;
  const made = await renderTemplates(
    {
      templates: [...texts],
      data: { ...requestData(view, mentions), ...(capture && { capture }) },
      seed: null,
      now: Date.now(),
      counter: await counter(),
    },
    { key: projectId },
  );
  return "problem" in made ? made : renderedAnswer(template, made.texts);
}

/** A template can fail although it was checked: what it is given differs from request to request. */
function failed({ projectId, request }: Invocation, failure: Failure, mockId: string): PublicAnswer {
  countTraffic(projectId, "errors");
  const { code = "template_failed", problem } = failure;
  const reason = `${failures[code]}: ${problem}`;
  return { answer: failureAnswer(request, failure), delayMs: 0, answered: { by: "failure", mockId, reason } };
}

/** `template` is which of an answer's texts has the mistake. */
type Failure = { problem: string; template?: number; code?: "template_failed" | "file_gone" };

/** A mock that was deleted while its file was, and came back. */
const fileGone: Failure = {
  problem: "It was deleted. Upload it again, and give the mock the new file.",
  code: "file_gone",
};

const failures = {
  template_failed: "The template of this mock could not be rendered",
  file_gone: "The file that this mock answers with does not exist",
};

/** What a call gets whose answer can't be made, such as one whose template failed. */
export function failureAnswer(
  { requestId, origin, method }: Pick<PublicRequest, "requestId" | "origin" | "method">,
  { problem, code = "template_failed", of = "mock" }: Failure & { of?: "mock" | "inbox" },
): Answer {
  return missAnswer({
    status: 503,
    error: of === "mock" ? failures[code] : "The template of this inbox could not be rendered",
    code,
    hint: problem,
    requestId,
    origin,
    head: method === "HEAD",
  });
}
