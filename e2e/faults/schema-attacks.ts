import { type AttackSite, times } from "./attack-site";
import type { Attack } from "./people-attacks";

type Schema = Record<string, unknown>;

/** As large as schemas and values may be, and as slow or as much as they can be made. */
const value = { a: `${"a".repeat(8100)}!` };
const list = { a: Array.from({ length: 700 }, (_, at) => ({ b: at })) };

/** Each part asks for the next one twice, so that the last one is asked 2^60 times. */
const doubling = (keyword: string): Schema => ({
  $ref: "#/$defs/d0",
  $defs: Object.fromEntries([
    ...Array.from({ length: 60 }, (_, at) => [
      `d${at}`,
      { [keyword]: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
    ["d60", { type: "object" }],
  ]),
});

const hostile: [schema: Schema, value: object][] = [
  [{ properties: { a: { pattern: "^(a+)+$" } } }, value],
  [{ patternProperties: { "^(a+)+$": {} } }, { [value.a]: 1 }],
  [{ properties: { a: { pattern: "(?:a{1000}){1000}" } } }, value],
  [doubling("anyOf"), {}],
  [doubling("allOf"), {}],
  [doubling("oneOf"), { a: 1 }],
  [{ properties: { a: { uniqueItems: true, contains: { uniqueItems: true } } } }, list],
  // Every item misses every choice, and each miss is an object.
  [{ properties: { a: { items: { anyOf: Array.from({ length: 500 }, () => ({ type: "null" })) } } } }, list],
  [{ enum: Array.from({ length: 600 }, (_, at) => ({ [at]: {} })) }, list],
];

export const schemaAttacks = (site: () => AttackSite): Attack[] => [
  {
    name: "ten at once who have values checked by schemas that never end, or by those that are as large as may be",
    run: () =>
      times(10, (n) => {
        const [valueSchema, onValue] = hostile[n % hostile.length] ?? [];
        const flag = { name: `Slow ${n}`, type: "object", offValue: {}, onValue, valueSchema };
        return site().call(
          "POST",
          `/api/projects/${site().project.referenceId}/flags`,
          JSON.stringify({ ...flag, key: `slow-${n}-${Date.now()}` }),
        );
      }),
  },
];
