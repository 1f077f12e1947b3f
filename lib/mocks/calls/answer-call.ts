import { Answer } from "@/lib/operations/answer";
import { statusOf } from "@/lib/operations/error-codes";
import { asAppError } from "@/lib/operations/errors";
import type { PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import type { Chaos } from "@/lib/projects/project-hosts";
import { meetsChaos } from "../chaos/meets-chaos";
import { invokeMock } from "../invoke-mock";
import { recordCall } from "./record-call";

type Call = {
  projectId: string;
  chaos: Chaos | null | undefined;
  /** The request target after `/api/mock`, percent-encoded, without query. */
  rawPath: string;
  request: PublicRequest;
};

/**
 * Answers a call of a project's mocks, and has it logged with its answer. Does so without a promise if everything it needs is
 * in memory.
 */
export function answerCall(call: Call): PublicAnswer | Promise<PublicAnswer> {
  const { projectId, chaos, rawPath, request } = call;
  const beganAt = Date.now();
  const given = (chaos && meetsChaos(projectId, chaos, request)) ?? invokeMock(projectId, rawPath, request);
  if (given instanceof Promise) return logLater(call, given, beganAt);
  const sent = sentOf(given, request);
  recordCall(projectId, request, sent, { beganAt, now: beganAt });
  return sent;
}

/** The log shows what the client got. */
const sentOf = (given: PublicAnswer, { toSent }: PublicRequest): PublicAnswer =>
  toSent ? { ...given, answer: toSent(given.answer) } : given;

async function logLater(
  { projectId, request }: Call,
  making: Promise<PublicAnswer>,
  beganAt: number,
): Promise<PublicAnswer> {
  try {
    const given = sentOf(await making, request);
    recordCall(projectId, request, given, { beganAt, now: Date.now() });
    return given;
  } catch (error) {
    // The door makes the answer, whose text is the reason.
    const { code, message } = asAppError(error);
    const answer = new Answer(statusOf[code], [], null);
    const refused = { answer, delayMs: 0, answered: { by: "failure", reason: message } } as const;
    recordCall(projectId, request, refused, { beganAt, now: Date.now() });
    throw error;
  }
}
