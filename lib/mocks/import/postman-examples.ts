import type { MockFields, Outcome } from "./converted";
import type { MockHeaders } from "./har-headers";
import { type Condition, differences, type RequestFacts } from "./postman-differences";
import { type Notes, storable } from "./read-document-values";
import { type BodyBudget, FieldRoom } from "./room";

/** An answer that somebody got or wrote down, and what was asked. */
export type Example = {
  name: string;
  status: number;
  headers: MockHeaders;
  body: string;
  bodyEncoding?: "base64";
  facts: RequestFacts;
};

type Response = NonNullable<MockFields["responses"]>[number];
export type MockHead = Pick<
  MockFields,
  "name" | "description" | "method" | "endpoint" | "folder" | "enabled"
>;

const limits = { responses: 100, conditions: 400, conditionChars: 90_000 };

/**
 * A mock with several answers. The first is its own; each other one is given to requests that differ from the first one's as
 * its own request does, the most particular ones first.
 * An answer is never cut: a mock whose own one is too large is none, and others are left out.
 * @param otherwise conditions for an answer whose request differs in nothing; such an answer is left out without them
 */
export function mockOfExamples(
  head: MockHead,
  examples: readonly [Example, ...Example[]],
  notes: Notes,
  budget: BodyBudget,
  otherwise?: (example: Example) => Condition[],
): Outcome {
  const [own, ...others] = examples;
  const { body: responseBody, ...how } = bodyOf(own);
  const problem = new FieldRoom(budget).take(responseBody);
  if (problem) return { skipped: problem };
  const room = new FieldRoom(budget);
  const seen = new Set<string>();
  const found: { response: Response; count: number }[] = [];
  let conditions = 0;
  let chars = 0;
  let leftOut = 0;
  for (const example of others) {
    const when = whenOf(example, own, seen, otherwise);
    const text = JSON.stringify(when ?? null);
    const count = when ? conditionsIn(when).length : 0;
    const isTooMuch = found.length === limits.responses || conditions + count > limits.conditions;
    if (!when || isTooMuch || chars + text.length > limits.conditionChars) {
      leftOut += 1;
      continue;
    }
    const { name, status, headers } = example;
    const response = { name, when, statusCode: status, headers, ...bodyOf(example) };
    const tooMuch = room.take(response);
    if (tooMuch) {
      notes.add(`The answer ${name.slice(0, 100)} was left out. ${tooMuch}`);
      continue;
    }
    seen.add(text);
    conditions += count;
    chars += text.length;
    found.push({ response, count: "all" in when ? count : 0 });
  }
  if (leftOut > 0)
    notes.add(`${leftOut} more answers to the same request, or beyond the limits, were left out`);
  // Sorting is stable, so that those with as many conditions stay in their order.
  found.sort((a, b) => b.count - a.count);
  return {
    mock: {
      ...head,
      statusCode: own.status,
      responseHeaders: own.headers,
      responseBody,
      ...how,
      responses: found.map(({ response }) => response),
    },
    notes: notes.list,
  };
}

type When = { all: Condition[] } | { any: Condition[] };

const conditionsIn = (when: When): Condition[] => ("all" in when ? when.all : when.any);

function whenOf(
  example: Example,
  own: Example,
  seen: ReadonlySet<string>,
  otherwise?: (example: Example) => Condition[],
): When | undefined {
  const all = differences(example.facts, own.facts);
  if (all.length > 0 && !seen.has(JSON.stringify({ all }))) return { all };
  const any = otherwise?.(example) ?? [];
  return any.length > 0 && !seen.has(JSON.stringify({ any })) ? { any } : undefined;
}

const bodyOf = ({ body, bodyEncoding }: Example) => ({
  body: storable(body),
  ...(bodyEncoding && { bodyEncoding }),
});
