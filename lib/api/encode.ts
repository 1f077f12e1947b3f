import { Answer, jsonAnswer } from "@/lib/operations/answer";
import { Created, type Operation, versionTag } from "@/lib/operations/operation";
import { outputOf } from "@/lib/operations/output";

/** The answer of an operation that gives one thing: the fields of its output's schema, with its entity tag. */
export function encodeOne(op: Operation, result: unknown): Answer {
  if (result instanceof Answer) return result;
  const shown = outputOf(op, result);
  const answer = jsonAnswer(shown, { status: result instanceof Created ? 201 : (op.status ?? 200) });
  if (op.versioned) answer.headers.push("etag", versionTag((shown as { updatedAt: string }).updatedAt));
  return answer;
}
