import type { Answer } from "@/lib/operations/answer";

/** Reading larger bodies would take longer than rendering them. */
const bytesMax = 256 * 1024;

/** The syntax error of a rendered body that is meant to be JSON, for the request log. */
export function jsonProblemOf({ body }: Pick<Answer, "body">): string | undefined {
  if (body === null || Buffer.byteLength(body) > bytesMax) return undefined;
  try {
    JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString());
    return undefined;
  } catch (error) {
    const detail = error instanceof Error ? error.message : "";
    return `The body isn't valid JSON. ${detail}. Use the json filter for inserted values: {{ request.params.id | json }}`;
  }
}
