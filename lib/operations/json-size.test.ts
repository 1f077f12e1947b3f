import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonProblem } from "./json-size";

const problemOf = (text: string, limits?: Parameters<typeof jsonProblem>[1]) =>
  jsonProblem(Buffer.from(text), limits);

/** Values in all, largest object or array, and depth of a parsed value. */
function sizeOf(value: unknown): { values: number; entries: number; depth: number } {
  if (typeof value !== "object" || value === null) return { values: 1, entries: 0, depth: 0 };
  const children = Object.values(value).map(sizeOf);
  return {
    values: 1 + children.reduce((sum, child) => sum + child.values, 0),
    entries: Math.max(children.length, ...children.map(({ entries }) => entries)),
    depth: 1 + Math.max(0, ...children.map(({ depth }) => depth)),
  };
}

it("allows every JSON text that keeps to the limits, and refuses every other", () => {
  const limits = { valuesMax: 12, entriesMax: 4, depthMax: 3 };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
      const { values, entries, depth } = sizeOf(value);
      const fits = depth <= limits.depthMax && entries <= limits.entriesMax && values <= limits.valuesMax;
      const problem = problemOf(JSON.stringify(value, undefined, indent), limits);
      // An empty object counts as if it had one entry, because only commas are counted.
      if (fits && problem !== undefined) expect(values + countEmpty(value)).toBeGreaterThan(limits.valuesMax);
      if (!fits) expect(problem).toBeDefined();
    }),
  );
});

function countEmpty(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const children = Object.values(value);
  return children.length === 0 ? 1 : children.reduce((sum: number, child) => sum + countEmpty(child), 0);
}

it("takes any bytes, and never looks at one twice", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      let reads = 0;
      const counted = new Proxy(bytes, {
        get(target, name) {
          if (typeof name === "string" && /^\d+$/.test(name)) reads += 1;
          return Reflect.get(target, name, target);
        },
      });
      jsonProblem(counted);
      expect(reads).toBeLessThanOrEqual(bytes.length);
    }),
  );
});

describe("what a text says does not count", () => {
  it.each([
    [`["${",".repeat(50_000)}"]`],
    [`["${"[".repeat(5000)}"]`],
    [`["\\"${",".repeat(50_000)}"]`],
    [`{"${"{".repeat(5000)}":1}`],
  ])("%.10s…", (text) => expect(problemOf(text)).toBeUndefined());
});

it.each([
  ["objects in a row", `[${"{},".repeat(20_000)}1]`, "more than 5000 entries"],
  [
    "names of one object",
    `{${Array.from({ length: 6000 }, (_, at) => `"${at}":1`)}}`,
    "more than 5000 entries",
  ],
  ["the same name again and again", `{${'"a":1,'.repeat(6000)}"a":1}`, "more than 5000 entries"],
  ["many arrays", `[${`[${"1,".repeat(4000)}1],`.repeat(6)}1]`, "more than 20000 values"],
  ["depth", "[".repeat(65), "deeper than 64"],
])("%s are too much", (_, text, message) => {
  expect(problemOf(text)).toContain(message);
});
