import type { PublicAnswer } from "@/lib/operations/public-request";
import { bus } from "@/lib/platform/bus/bus";
import { countTraffic } from "@/lib/projects/traffic/traffic";
import { answerFor, missAnswer, type PreparedAnswer } from "./answers/answer";
import { delayOf } from "./answers/delay";
import { type MockAnswer, renderedAnswer, type Special, type Template } from "./answers/mock-answer";
import type { Invocation } from "./invocation";
import { requestData } from "./request-data";
import type { RequestView } from "./responses/request-view";
import { renderTemplates } from "./templates/render-templates";

/** An answer that is always the same. */
export function givePlain(
  { projectId, request }: Invocation,
  { prepared, delayMs }: MockAnswer,
): PublicAnswer {
  const answer = answerFor(prepared(), { origin: request.origin, head: request.method === "HEAD" });
  countTraffic(projectId, "mocks");
  return { answer, delayMs };
}

/** An answer that is made for its request, takes its time or breaks. @param view what the template sees */
export async function giveSpecial(
  invocation: Invocation,
  answer: MockAnswer & { special: Special },
  { mockId, view }: { mockId: string; view: () => Promise<RequestView> },
): Promise<PublicAnswer> {
  const { projectId, request } = invocation;
  const { template, bytesPerSecond, fault, delayDistribution } = answer.special;
  const prepared = template
    ? await rendered(invocation, template, { mockId, view: await view() })
    : answer.prepared();
  if ("problem" in prepared) return failed(invocation, prepared.problem);
  countTraffic(projectId, "mocks");
  return {
    answer: answerFor(prepared, { origin: request.origin, head: request.method === "HEAD" }),
    delayMs: delayOf({ delayMs: answer.delayMs, delayDistribution }, Math.random),
    ...((bytesPerSecond !== null || fault !== null) && { sending: { bytesPerSecond, fault } }),
  };
}

async function rendered(
  { projectId }: Invocation,
  template: Template,
  { mockId, view }: { mockId: string; view: RequestView },
): Promise<PreparedAnswer | { problem: string }> {
  const { mentions, texts } = template;
  const made = await renderTemplates(
    {
      templates: [...texts],
      data: requestData(view, mentions),
      seed: null,
      now: Date.now(),
      counter: mentions.counter ? await bus().countUp(`calls:${mockId}`) : 0,
    },
    { key: projectId },
  );
  return "problem" in made ? made : renderedAnswer(template, made.texts);
}

/** A template can fail although it was checked: what it is given differs from request to request. */
function failed({ projectId, request }: Invocation, problem: string): PublicAnswer {
  countTraffic(projectId, "errors");
  const answer = missAnswer({
    status: 503,
    error: "The template of this mock could not be rendered",
    code: "template_failed",
    hint: problem,
    requestId: request.requestId,
    origin: request.origin,
    head: request.method === "HEAD",
  });
  return { answer, delayMs: 0 };
}
