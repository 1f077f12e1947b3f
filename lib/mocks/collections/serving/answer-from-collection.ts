import { missAnswer } from "@/lib/mocks/answers/answer";
import type { Invocation } from "@/lib/mocks/invocation";
import { statusOf } from "@/lib/operations/error-codes";
import { AppError } from "@/lib/operations/errors";
import type { PublicAnswer } from "@/lib/operations/public-request";
import { Gate } from "@/lib/platform/process/gate";
import { lazily, singleton } from "@/lib/platform/singleton";
import { countTraffic } from "@/lib/projects/traffic/traffic";
import { calls } from "../limits";
import {
  type CollectionTarget,
  type ServedCollections,
  servedCollections,
  targetOf,
} from "../served-collections";
import { answerCollection } from "./answer-collection";
import { answerItem } from "./answer-item";
import type { CollectionCall } from "./collection-call";

type Outcome = {
  answer?: PublicAnswer;
  /** A hint for a caller whom no collection answers, though one is near. */
  whyNot?: string;
};

/** Slow statements of one project must not hold the connections that all hosts share. */
const gate = lazily(() => singleton("collection calls", () => new Gate(calls)));

/** The answer of the collection that a request is about, where no mock has answered it. */
export async function answerFromCollection(invocation: Invocation): Promise<Outcome> {
  const { projectId, rawPath, request } = invocation;
  const served = servedCollections().peek(projectId) ?? (await servedCollections().get(projectId));
  if (served.size === 0) return {};
  const target = targetOf(served, rawPath);
  const whyNot = hintOf(served, rawPath, target);
  if (!target || whyNot !== undefined) return whyNot === undefined ? {} : { whyNot };
  const { collection, itemId } = target;
  const call = { projectId, collection, request };
  try {
    const answer =
      itemId === undefined
        ? await answerCollection(call, inTurn(call))
        : await answerItem({ ...call, itemId }, inTurn(call));
    countTraffic(projectId, "mocks");
    return { answer: { answer, delayMs: 0, answered: { by: "collection" } } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { answer: refused(call, error) };
  }
}

function hintOf(
  served: ServedCollections,
  rawPath: string,
  target: CollectionTarget | undefined,
): string | undefined {
  if (target?.itemId === "")
    return `The collection is at ${target.collection.path}, without a slash at the end.`;
  if (target && !target.collection.enabled)
    return `The collection ${target.collection.path} is switched off.`;
  if (target || !rawPath.endsWith("/")) return undefined;
  const near = targetOf(served, rawPath.slice(0, -1));
  return near && `The items of ${near.collection.path} are served without a slash at the end.`;
}

const inTurn =
  ({ projectId }: CollectionCall) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    const done = await gate().run(work, projectId);
    if (done) return done.result;
    throw new AppError(
      "rate_limited",
      "Too many calls of this project's collections are under way. Send fewer at a time.",
      { headers: { "retry-after": "1" } },
    );
  };

function refused({ projectId, request }: CollectionCall, error: AppError): PublicAnswer {
  const { requestId, origin, method } = request;
  countTraffic(projectId, "errors");
  const answer = missAnswer({
    status: statusOf[error.code],
    error: error.message,
    code: error.code,
    requestId,
    origin,
    head: method === "HEAD",
  });
  answer.headers.push("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(error.headers)) answer.headers.push(name, value);
  return { answer, delayMs: 0, answered: { by: "collection", reason: error.message } };
}
