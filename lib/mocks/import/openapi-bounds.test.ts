import { expect, test } from "vitest";
import { convertOpenApi } from "./openapi";

const ref = (path: string) => ({ $ref: `#/components/${path}` });

function sizeOf(document: unknown): { mocks: number; chars: number; ms: number } {
  const start = performance.now();
  const entries = convertOpenApi(document);
  const ms = performance.now() - start;
  const mocks = entries.flatMap((entry) => ("mock" in entry ? [entry.mock] : []));
  const chars = mocks.reduce(
    (sum, { responseBody = "", responses = [] }) =>
      sum + responseBody.length + responses.reduce((all, { body = "" }) => all + body.length, 0),
    0,
  );
  return { mocks: mocks.length, chars, ms };
}

function paths(count: number, item: (at: number) => unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, item(at)]));
}

const many = <T>(count: number, make: (at: number) => T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, make(at)]));

const large = { properties: many(190, () => ({ type: "string", minLength: 300 })) };
const chain = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`S${at}`, { allOf: Array(300).fill(ref(`schemas/S${at + 1}`)) }]),
);
const codes = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${200 + at}`, ref("responses/R")]));

/** None of them is larger than 5 MiB, and each would be minutes or gigabytes without its bound. */
test.each([
  ["more operations than may be", { paths: paths(20_000, () => ({ get: {} })) }, 5000],
  [
    "one large answer for all",
    {
      components: { responses: { R: { content: { "application/json": { schema: large } } } } },
      paths: paths(5000, () => ({ get: { responses: { 200: ref("responses/R") } } })),
    },
    537,
  ],
  [
    "a large example for all",
    {
      components: { examples: { E: { value: "a".repeat(200_000) } } },
      paths: paths(300, () => ({
        get: {
          responses: { 200: { content: { "application/json": { examples: { e: ref("examples/E") } } } } },
        },
      })),
    },
    159,
  ],
  [
    "one path with hundreds of answers for all",
    {
      components: {
        pathItems: { P: { get: { responses: codes }, ...many(50_000, () => 1) } },
        responses: { R: { headers: many(1000, () => ({ example: "a" })) } },
      },
      paths: paths(1000, () => ref("pathItems/P")),
    },
    1000,
  ],
  [
    "schemas that fan out",
    {
      components: { schemas: { ...chain, Big: { example: many(100_000, () => 1) } } },
      paths: paths(1500, (at) => ({
        get: {
          responses: {
            200: {
              content: { "application/json": { schema: { properties: { a: ref(`schemas/S${at % 60}`) } } } },
            },
            201: { content: { "application/json": { schema: { properties: { a: ref("schemas/Big") } } } } },
          },
        },
      })),
    },
    1500,
  ],
  [
    "patterns without end",
    {
      paths: paths(300, (at) => ({
        get: {
          responses: {
            200: {
              content: {
                "application/json": { schema: { type: "string", pattern: `^(a{1,9}){1,9}${at}[^a]$` } },
              },
            },
          },
        },
      })),
    },
    300,
  ],
  [
    "a path without end",
    { paths: { [`/${"{a}".repeat(300_000)}`]: { get: {} }, [`/${"/".repeat(3_000_000)}`]: { get: {} } } },
    1,
  ],
])("%s", { timeout: 60_000 }, (_, document, count) => {
  const { mocks, chars, ms } = sizeOf({ openapi: "3.1.0", ...document });
  expect(mocks).toBe(count);
  expect(chars).toBeLessThanOrEqual(32_000_000);
  expect(ms).toBeLessThan(20_000);
});
