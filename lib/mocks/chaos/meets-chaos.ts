import type { Answered, PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import type { Chaos } from "@/lib/projects/project-hosts";
import { countTraffic } from "@/lib/projects/traffic/traffic";
import { missAnswer } from "../answers/answer";

const answered: Answered = { by: "chaos" };

type Chance = { now: number; random: number };

/** What a call gets instead of its mock's answer, if it is one of those that chaos takes. */
export function meetsChaos(
  projectId: string,
  { percent, statusCode, fault, endsAt }: Chaos,
  request: PublicRequest,
  { now, random }: Chance = { now: Date.now(), random: Math.random() },
): PublicAnswer | undefined {
  // What may be called is asked by browsers, not by the program under test.
  const isPreflight = request.method === "OPTIONS" && request.requestedMethod !== undefined;
  if (isPreflight || now >= endsAt.getTime() || random * 100 >= percent) return undefined;
  countTraffic(projectId, "errors");
  const answer = missAnswer({
    status: statusCode,
    error: `Chaos: ${percent} % of this project's calls get this until ${endsAt.toISOString()}`,
    code: "chaos",
    requestId: request.requestId,
    origin: request.origin,
    head: request.method === "HEAD",
  });
  return { answer, delayMs: 0, answered, ...(fault && { sending: { fault, bytesPerSecond: null } }) };
}
