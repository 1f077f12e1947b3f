import { randomUUID } from "node:crypto";
import type { ProjectTarget } from "@/lib/platform/hosts/project-host";
import { singleton } from "@/lib/platform/singleton";
import { AppError } from "./errors";
import type { BodyWatcher, PublicAnswer, PublicRequest } from "./public-request";

type PublicDoor = (request: PublicRequest) => PublicAnswer | Promise<PublicAnswer>;

/** Answers requests to projects' hosts. The API registers it, because features can't import the API. */
const door = () => singleton<{ answer?: PublicDoor }>("door of callbacks", () => ({}));

export function answerHereWith(answer: PublicDoor): void {
  door().answer = answer;
}

/** Whether this process answers requests to projects' hosts. */
export const canAnswerHere = (): boolean => door().answer !== undefined;

type Here = {
  own: ProjectTarget;
  method: string;
  headers: readonly (readonly [string, string])[];
  body: Buffer;
  timeoutMs: number;
};
type AnsweredHere = { status: number; headers: [string, string][]; body: Uint8Array };

/**
 * The answer to a request to one of this instance's projects, within this process: it works wherever the instance is, and
 * reaches nothing else on its host.
 * @returns undefined without an answer in time
 */
export async function answerHere({
  own,
  method,
  headers,
  body,
  timeoutMs,
}: Here): Promise<AnsweredHere | undefined> {
  const { answer } = door();
  if (!answer) throw new Error("this process answers no requests to projects");
  const late = AbortSignal.timeout(timeoutMs);
  const answering = answer({
    ...own,
    method,
    origin: undefined,
    requestedMethod: undefined,
    requestedHeaders: undefined,
    requestId: randomUUID(),
    rawHeaders: headers.flat(),
    clientAddress: () => "127.0.0.1",
    watchBody: body.byteLength > 0 ? (watcher) => watchWhole(watcher, body) : undefined,
    onGone: (listener) => late.addEventListener("abort", listener, { once: true }),
    readBody: async (bytesMax) => {
      if (body.byteLength <= bytesMax) return body;
      throw new AppError("payload_too_large", `The body is larger than ${bytesMax} bytes.`);
    },
  });
  const given = await settledBefore(late, answering);
  if (!given) return undefined;
  const { status, headers: lines, body: content } = given.answer;
  const bytes = typeof content === "string" ? Buffer.from(content) : (content ?? Buffer.alloc(0));
  return { status, headers: pairsOf(lines), body: bytes };
}

function watchWhole(watcher: BodyWatcher, body: Uint8Array): void {
  watcher.take(body);
  watcher.end(true);
}

/** @returns undefined if the time is over before */
function settledBefore<T>(late: AbortSignal, work: T | Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    late.addEventListener("abort", () => resolve(undefined), { once: true });
    Promise.resolve(work).then(resolve, reject);
  });
}

/** Name, value, name, value as pairs. */
export function pairsOf(flat: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? "", flat[at + 1] ?? ""]);
  return pairs;
}
