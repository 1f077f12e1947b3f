import type { Steps } from "@/lib/platform/process/turns";
import { configuredType, type GivenAnswer, hasNoBody, reasonOf } from "./given-answers";
import { jsonValueOf } from "./json-example";

type Json = Record<string, unknown>;

/** Characters of a mock's bodies that are taken apart; further ones are texts. */
const parsedCharsMax = 128 * 1024;

/** The responses of an operation: one for each status, in which the answers with this status are examples. */
export function* responsesOf(answers: readonly GivenAnswer[]): Steps<Json> {
  const byStatus = new Map<number, GivenAnswer[]>();
  for (const answer of answers) {
    byStatus.set(answer.statusCode, [...(byStatus.get(answer.statusCode) ?? []), answer]);
  }
  const budget = { chars: parsedCharsMax };
  const responses: [string, Json][] = [];
  for (const [status, given] of byStatus) {
    const [only, ...others] = given;
    const isOne = only !== undefined && others.length === 0;
    const headers = headersOf(given);
    const content = hasNoBody(status) ? {} : yield* contentOf(given, isOne, budget);
    responses.push([
      String(status),
      {
        description: (isOne && only.name) || reasonOf(status),
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(Object.keys(content).length > 0 && { content }),
        ...(isOne && besides(only)),
      },
    ]);
  }
  return Object.fromEntries(responses);
}

/** What OpenAPI has no words for. */
const besides = ({ when, templated, delayMs, fault }: GivenAnswer): Json => ({
  ...(when && { "x-fieldkit-when": when }),
  ...(templated && { "x-fieldkit-templated": true }),
  ...(delayMs > 0 && { "x-fieldkit-delay-ms": delayMs }),
  ...(fault && { "x-fieldkit-fault": fault }),
});

function* contentOf(
  answers: readonly GivenAnswer[],
  isOne: boolean,
  budget: { chars: number },
): Steps<Record<string, Json>> {
  const media = new Map<string, [name: string, example: Json][]>();
  for (const [at, answer] of answers.entries()) {
    const example = exampleOf(answer, budget);
    const type = configuredType(answer) ?? servedType(answer, example);
    const known = media.get(type) ?? [];
    const name = answer.name || `answer ${at + 1}`;
    const isTaken = known.some(([each]) => each === name);
    known.push([isTaken ? `${name} (${at + 1})` : name, { ...example, ...(isOne ? {} : besides(answer)) }]);
    media.set(type, known);
    yield;
  }
  return Object.fromEntries([...media].map(([type, examples]) => [type, mediaOf(examples, isOne)]));
}

function mediaOf(examples: [string, Json][], isOne: boolean): Json {
  if (!isOne) return { examples: Object.fromEntries(examples) };
  const example = examples[0]?.[1] ?? {};
  return "value" in example ? { example: example.value } : {};
}

/** JSON as a value, anything else as a text. Nothing for a body that is no text. */
function exampleOf({ body }: GivenAnswer, budget: { chars: number }): { value?: unknown } {
  if (body === undefined) return {};
  const parsed = body.length <= budget.chars ? jsonValueOf(body) : undefined;
  if (!parsed) return { value: body };
  budget.chars -= body.length;
  return parsed;
}

/** The type with which a body is sent whose mock says nothing of it. What a template becomes is told by its beginning. */
function servedType({ body = "", templated }: GivenAnswer, { value }: { value?: unknown }): string {
  const isJson = templated ? /^\s*[[{](?![{%])/.test(body) : value !== body || /^\s*[[{]/.test(body);
  return isJson ? "application/json" : "text/plain; charset=utf-8";
}

/** Headers of all answers with a status, each with the value of the first that has it. */
function headersOf(answers: readonly GivenAnswer[]): Record<string, Json> {
  const found = new Map<string, [string, Json]>();
  for (const [name, value] of answers.flatMap(({ headers }) => Object.entries(headers))) {
    const lowerName = name.toLowerCase();
    // The content's key says so.
    if (lowerName === "content-type" || found.has(lowerName)) continue;
    found.set(lowerName, [name, headerOf(lowerName, value)]);
  }
  return Object.fromEntries(found.values());
}

function headerOf(lowerName: string, value: string | string[]): Json {
  if (typeof value === "string") return { schema: { type: "string" }, example: value };
  // Cookies can't be joined by commas, which is what a list means here.
  if (lowerName === "set-cookie") {
    return { schema: { type: "string" }, example: value[0], "x-fieldkit-values": value };
  }
  return { schema: { type: "array", items: { type: "string" } }, example: value };
}
