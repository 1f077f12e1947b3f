import type { Body } from "./bytes-body";
import type { MockFields } from "./converted";
import { isJsonType, type MockHeaders } from "./har-headers";
import { type Condition, differences, type RequestFacts } from "./postman-differences";
import { importLimits, type Notes, storable } from "./read-document-values";

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
export type MockHead = Pick<MockFields, "name" | "description" | "method" | "endpoint">;

const limits = { responses: 100, conditions: 400, conditionChars: 90_000 };

/** How many characters of bodies the mocks of a document may still have. */
export type BodyBudget = { chars: number };

/**
 * A mock with several answers. The first is its own; each other one is given to requests that differ from the first one's as
 * its own request does, the most particular ones first.
 * @param otherwise conditions for an answer whose request differs in nothing; such an answer is left out without them
 */
export function mockOfExamples(
  head: MockHead,
  examples: readonly [Example, ...Example[]],
  notes: Notes,
  budget: BodyBudget,
  otherwise?: (example: Example) => Condition[],
): MockFields {
  const [own, ...others] = examples;
  const bodies = new Bodies(budget, notes);
  const { body: responseBody, ...how } = bodies.take(own);
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
    seen.add(text);
    conditions += count;
    chars += text.length;
    const { name, status, headers } = example;
    found.push({
      response: { name, when, statusCode: status, headers, ...bodies.take(example) },
      count: "all" in when ? count : 0,
    });
  }
  if (leftOut > 0)
    notes.add(`${leftOut} more answers to the same request, or beyond the limits, were left out`);
  // Sorting is stable, so that those with as many conditions stay in their order.
  found.sort((a, b) => b.count - a.count);
  return {
    ...head,
    statusCode: own.status,
    responseHeaders: own.headers,
    responseBody,
    ...how,
    responses: found.map(({ response }) => response),
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

/** The bodies of one mock, which together are bounded. */
class Bodies {
  readonly #budget: BodyBudget;
  readonly #notes: Notes;
  #left = importLimits.mockChars;

  constructor(budget: BodyBudget, notes: Notes) {
    this.#budget = budget;
    this.#notes = notes;
  }

  take({ body, bodyEncoding, headers }: Example): Body {
    const text = storable(body);
    if (text.length <= Math.min(importLimits.bodyChars, this.#left, this.#budget.chars)) {
      this.#left -= text.length;
      this.#budget.chars -= text.length;
      return { body: text, ...(bodyEncoding && { bodyEncoding }) };
    }
    this.#notes.add(
      `A body of ${Math.ceil(text.length / 1024)} KiB was left out, because bodies are too large in all`,
    );
    const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
    return { body: typeof type === "string" && isJsonType(type) ? "{}" : "" };
  }
}
