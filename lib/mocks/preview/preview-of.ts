import type { Fields, Output } from "@/lib/operations/operation";
import { turns } from "@/lib/platform/process/turns";
import type { MockAnswer } from "../answers/mock-answer";
import { failureAnswer, madeAnswer } from "../give-answer";
import { refusalText } from "../invoke-script";
import { buildMatcher } from "../matching/matcher";
import { chooseResponse, whyNot } from "../responses/choose";
import { newConditionWork } from "../responses/condition-work";
import { RequestView } from "../responses/request-view";
import type { Script } from "../responses/script";
import { contentOf, type MockContent } from "../served-mocks";
import type { previewMock } from "./contract";
import { placesOf, problemAt } from "./problem-at";
import { atOnce, flatHeaders, shownAnswer, shownPace } from "./shown-answer";

type Given = Fields<typeof previewMock>;
type Preview = Output<typeof previewMock>;
export type PreviewedMock = Omit<Given, "request">;

type Asked = {
  projectId: string;
  requestId: string;
  mock: PreviewedMock;
  request: Given["request"];
};

/**
 * What a mock would answer to a request, by the functions that serve it. It is looked at alone, as if it were switched on.
 * The number of the call is given, so that looking moves no sequence.
 */
export async function previewOf({ projectId, requestId, mock, request }: Asked): Promise<Preview> {
  const { method, endpoint } = mock;
  const matcher = await buildMatcher([{ method, endpoint, enabled: true }]);
  const [rawPath = ""] = request.path.split("?", 1);
  const found = matcher.match(request.method, rawPath);
  if (!found) return missed(await matcher.explainMiss(request.method, rawPath));
  const view = new RequestView({
    method: request.method,
    target: request.path,
    rawHeaders: flatHeaders(request.headers),
    params: matcher.params(found, rawPath),
    body: Buffer.from(request.body),
    ip: "127.0.0.1",
  });
  const content = contentOf(mock);
  const chosen = await chosenOf(content, view, request.call);
  if ("why" in chosen) return missed(refusalText(mock, chosen.why));
  const { response, answer } = chosen;
  const caller = {
    method: request.method,
    origin: view.headers.get("origin")?.[0],
    rawHeaders: flatHeaders(request.headers),
  };
  const made = await madeAnswer(answer, {
    projectId,
    request: caller,
    view: () => view,
    counter: () => request.call,
  });
  if ("problem" in made) {
    const failure = shownAnswer(failureAnswer({ ...caller, requestId }, made));
    return {
      answer: { response, ...failure, ...atOnce },
      miss: null,
      problems: [problemAt(placesOf(mock, response), made)],
    };
  }
  return { answer: { response, ...shownAnswer(made), ...shownPace(answer) }, miss: null, problems: [] };
}

const missed = (miss: string): Preview => ({ answer: null, miss, problems: [] });

type Chosen = { response: number | null; answer: MockAnswer } | { why: string | undefined };

async function chosenOf({ own, script }: MockContent, view: RequestView, call: number): Promise<Chosen> {
  if (!script) return { response: null, answer: own };
  const chance = { position: async () => call - 1, random: Math.random };
  // A large body can take tens of milliseconds: others have their turn before.
  const chosen = await turns().begin(() => chooseResponse(script, view, newConditionWork(), chance));
  if (chosen === "own") return { response: null, answer: own };
  if (chosen) return { response: script.responses.indexOf(chosen), answer: chosen };
  return turns().begin(() => refusal(script, view));
}

/** Found anew, and with work of its own, as for a miss of a caller. */
const refusal = (script: Script, view: RequestView) => ({ why: whyNot(script, view, newConditionWork()) });
