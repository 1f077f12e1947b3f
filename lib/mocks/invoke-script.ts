import { setImmediate as nextTurn } from "node:timers/promises";
import type { PublicAnswer } from "@/lib/operations/public-request";
import { bodies } from "@/lib/platform/budgets/budgets";
import { turns } from "@/lib/platform/process/turns";
import type { MockAnswer } from "./answers/mock-answer";
import { withCallbacks } from "./callbacks/begin-callbacks";
import { givePlain, giveSpecial } from "./give-answer";
import type { Invocation } from "./invocation";
import { chooseResponse, whyNot } from "./responses/choose";
import { newConditionWork } from "./responses/condition-work";
import { nextPosition } from "./responses/positions";
import { RequestView } from "./responses/request-view";
import type { Script } from "./responses/script";
import { largeContents, type MockContent, type ServedMock } from "./served-mocks";

type Outcome = {
  answer?: PublicAnswer;
  /** A hint for a caller whom no mock on this path answers. */
  whyNot?: string;
};

/** Mocks on one path that a request is offered to, one after the other. */
const triesMax = 20;
/** Mocks of which a miss says why they did not answer. */
const explainedMax = 3;

/**
 * The answer of a mock that has several, or a special one, or of the next one that matches if it has none for this request: one whose
 * `fallback` is false leaves what meets none of its conditions to others.
 */
export async function invokeScript(invocation: Invocation, first: ServedMock): Promise<Outcome> {
  const { matcher, rawPath, request } = invocation;
  const passed = new Set<ServedMock>();
  const refusals: Refusal[] = [];
  const work = newConditionWork();
  const seen = viewsOf(invocation);
  let mock: ServedMock | undefined = first;
  while (mock && passed.size < triesMax) {
    const { id } = mock;
    const content = mock.content ? mock.content() : (await largeContents().get(id)).content;
    if (content) {
      const { script, own } = content;
      const giving = { seen, mock, callbacks: content.callbacks };
      if (!script) return { answer: await give(invocation, own, giving) };
      const view = await seen(mock, script.needsBody);
      const chance = { position: () => nextPosition(id), random: Math.random };
      const choose = () => chooseResponse(script, view, work, chance);
      // A large body can take tens of milliseconds: others have their turn before the next one.
      const chosen = await (script.needsBody ? turns().begin(choose) : choose());
      if (chosen === "own") return { answer: await give(invocation, own, giving) };
      if (chosen) return { answer: await give(invocation, chosen, giving, chosen.name) };
      if (refusals.length < explainedMax) refusals.push({ mock, script, view });
    }
    passed.add(mock);
    mock = matcher.match(request.method, rawPath, { passed, work });
  }
  return refusals.length > 0 ? { whyNot: await reasonsOf(refusals) } : {};
}

type Refusal = { mock: ServedMock; script: Script; view: RequestView };

/** Found anew, and with work of its own: what was tried may have used up all there was. */
async function reasonsOf(refusals: readonly Refusal[]): Promise<string> {
  // Others have their turn first, because all of that may have taken some time.
  await nextTurn();
  const work = newConditionWork();
  return refusals.map(({ mock, script, view }) => refusalText(mock, whyNot(script, view, work))).join(" ");
}

/** Why a mock on this path does not answer. @param why what keeps the request from its responses */
export const refusalText = ({ method, endpoint }: Pick<ServedMock, "method" | "endpoint">, why = "") =>
  `The mock for ${method} ${endpoint} answers only some requests: ${why}.`;

type Giving = {
  seen: ReturnType<typeof viewsOf>;
  mock: ServedMock;
  callbacks: MockContent["callbacks"];
};

async function give(
  invocation: Invocation,
  answer: MockAnswer,
  { callbacks, ...giving }: Giving,
  response?: string,
): Promise<PublicAnswer> {
  const given = await giveAlone(invocation, answer, giving, response);
  if (!callbacks) return given;
  const { projectId, request } = invocation;
  const { seen, mock } = giving;
  const view = (needsBody: boolean) => seen(mock, needsBody);
  return withCallbacks(given, { projectId, mockId: mock.id, callbacks, request, view });
}

async function giveAlone(
  invocation: Invocation,
  answer: MockAnswer,
  { seen, mock }: Omit<Giving, "callbacks">,
  response: string | undefined,
): Promise<PublicAnswer> {
  const { special } = answer;
  const answered = response ? { ...mock.answered, response } : mock.answered;
  if (!special) return givePlain(invocation, answer, answered);
  const view = () => seen(mock, special.template?.mentions.body ?? false);
  return giveSpecial(invocation, { ...answer, special }, { mockId: mock.id, answered, view });
}

/** The request as each mock sees it; its body is read for the first one that needs it, and nothing is read twice. */
function viewsOf({ matcher, rawPath, request }: Invocation) {
  const query = request.target.indexOf("?");
  const target = rawPath + (query === -1 ? "" : request.target.slice(query));
  let body: Buffer | undefined;
  let view: RequestView | undefined;
  return async (mock: ServedMock, needsBody: boolean): Promise<RequestView> => {
    const params = matcher.params(mock, rawPath);
    if (needsBody && !body) {
      body = await request.readBody(bodies.bytesMax);
      view = undefined;
    }
    const { method, rawHeaders } = request;
    const ip = request.clientAddress();
    view = view?.withParams(params) ?? new RequestView({ method, target, rawHeaders, params, body, ip });
    return view;
  };
}
