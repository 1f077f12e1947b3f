import fc from "fast-check";
import type { Operation } from "@/lib/operations/operation";
import { appHost } from "./client";
import { pathFor } from "./everything";
import { password } from "./fixtures";

/** Values of the operation's path, a key and a record's id. */
type Named = Record<string, string>;

/** One request that may be wrong in any of its parts. */
export type HostileCall = { path: string; headers: Record<string, string>; body?: string | Buffer };

/** Requests to one operation: mostly right, with some parts replaced by what nobody should send. */
export function hostileCalls(op: Operation, values: Named, cookie: string): fc.Arbitrary<HostileCall> {
  return fc
    .record({
      params: fc.array(fc.option(fc.constantFrom(...badSegments), { freq: 2 }), {
        minLength: 4,
        maxLength: 4,
      }),
      query: queryOf(op),
      headers: fc.tuple(credentials(values, cookie), contentType, extraHeaders),
      body: op.body ? bodyOf(Object.keys(op.body.shape), values) : fc.constantFrom(undefined, "", "{}", "{"),
    })
    .map(({ params, query, headers, body }) => {
      let at = 0;
      const path = pathFor(op, values).replaceAll(/[^/]+/g, (segment) => {
        if (!Object.values(values).includes(segment)) return segment;
        at += 1;
        return params[at - 1] ?? segment;
      });
      return {
        path: query.length > 0 ? `${path}?${query.join("&")}` : path,
        headers: Object.assign({}, ...headers),
        ...(body !== undefined && op.method !== "GET" && { body }),
      };
    });
}

const badSegments = [
  ...["%00", "%ff", "%", "%zz", "%ed%a0%80", "%F0%9F%98%80", "%2F", "%5C", "%25", "%20", "*", ":x"],
  ...["null", "0", "-1", "'", "1'--", "[]", "x".repeat(3000), "3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11"],
  ...["3F0C2F5E-8D2B-4A53-9A5E-1F4F7A0F9C11", "3f0c2f5e8d2b4a539a5e1f4f7a0f9c11", "__proto__", "constructor"],
];

const badQueryValues = [
  ...[
    "",
    "%00",
    "%ff",
    "%ed%a0%80",
    "-1",
    "0",
    "1.5",
    "1e9",
    "null",
    "NaN",
    "9".repeat(30),
    "a".repeat(3000),
  ],
  ...["MSB4", "OTk5OTk5OTk5OTk5OTk5IC0", "%25", "[]", "1&limit=2", "'", "development", "production"],
];

function queryOf(op: Operation): fc.Arbitrary<string[]> {
  const names = [...Object.keys(op.query?.shape ?? {}), "limit", "cursor", "__proto__", "x%00"];
  const pair = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...badQueryValues, "5", "1"))
    .map(([name, value]) => `${name}=${value}`);
  return fc.oneof({ weight: 2, arbitrary: fc.constant<string[]>([]) }, fc.array(pair, { maxLength: 3 }));
}

const credentials = (values: Named, cookie: string): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant({ cookie }) },
    { weight: 4, arbitrary: fc.constant({ authorization: `Bearer ${values.ownKey}` }) },
    fc.constantFrom<Record<string, string>>(
      {},
      { cookie: "fieldkit.session_token=%zz; ;=; fieldkit.session_token" },
      { cookie: `${"a=b; ".repeat(500)}x` },
      { authorization: "Bearer" },
      { authorization: "Basic Og==" },
      { "x-api-key": "fk_\u00ff" },
      { "x-fieldkit-grant": "e30.x" },
      { "x-fieldkit-grant": "." },
    ),
  );

const contentType: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ "content-type": "application/json" }) },
  fc
    .constantFrom("", ";", "text/plain", "application/json; charset=utf-7", "multipart/form-data", "\u00ff")
    .map((type) => ({ "content-type": type })),
  fc.constant({}),
);

const extraHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { "idempotency-key": "one" },
    { "idempotency-key": "\u00ff" },
    { "idempotency-key": "k".repeat(3000) },
    { "x-request-id": "\u00ff" },
    { "x-request-id": 'a"}\t{"level":60' },
    { "x-forwarded-for": "'; --", "x-forwarded-host": "x.mock.localhost", "x-forwarded-proto": "https" },
    { origin: "null" },
    { origin: "\u00ff" },
    { "if-none-match": '"", *' },
    { accept: "text/html", "accept-encoding": "br", "accept-language": "\u00ff" },
    { "x-http-method-override": "DELETE" },
    { rsc: "0", "next-action": "x" },
  ),
);

const rawBodies = [
  ...["", "{", "null", "[]", "0", '""', "{}{}", "\ufeff{}", '{"name":1e999}', '{"name":"a","name":"b"}'],
  ...['{"__proto__":{"x":1}}', '{"name":"\\u0000"}', '{"name":"\\ud800"}', '{"":""}', '{"toString":1}'],
  `${'{"metadata":'.repeat(5000)}1${"}".repeat(5000)}`,
];

function bodyOf(names: string[], values: Named): fc.Arbitrary<string | Buffer> {
  const field = (name: string) =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...(plausible(values)[name] ?? ["x"])) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(...badValues) },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
  const fields = Object.fromEntries(names.map((name) => [name, field(name)]));
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(fields, { requiredKeys: names }).map((body) => JSON.stringify(body)) },
    { weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }).map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: fc.constantFrom(...rawBodies) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
  );
}

const badValues: unknown[] = [
  ...[null, true, -1, 0, 1.5, 101, 2 ** 31, 2 ** 53, -1e308, "", " ", "\u0000", "\ud800", "\ud83d\ude00"],
  ...[
    "a".repeat(201),
    "a".repeat(100_000),
    "../..",
    "%00",
    "é",
    "\u202e",
    "'; drop table users; --",
    "\r\nX: y",
  ],
  ...[
    [],
    [[]],
    {},
    { a: { b: 1 } },
    ["x", 1],
    { "X-A": ["1", 2] },
    { "X\r\nY": "1" },
    { "content-length": "5" },
  ],
  ...["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00", "+010000-01-01T00:00:00Z", "2030-02-30", "now"],
];

/** Values that pass, so that other faults of the same request are reached. */
function plausible(values: Named): Record<string, unknown[]> {
  const text = () => Math.random().toString(36).slice(2, 10);
  return {
    email: [`${text()}@example.com`],
    password: [password],
    slug: [text(), text()],
    key: [text(), text()],
    id: [text(), text()],
    prefix: ["ab", "zz"],
    endpoint: [`/${text()}`, "/:id/*"],
    method: ["GET", "POST"],
    role: ["admin", "member"],
    provider: ["github"],
    color: ["#ffffff"],
    url: [`http://${appHost}/livez`, "ftp://x", "http://127.0.0.1/"],
    expiresAt: ["2040-01-01T00:00:00Z", null],
    response: [{ statusCode: 201, headers: { "X-A": "1" }, body: "x", delayMs: 0 }, null],
    context: [{ targetingKey: values.recordId }],
    ...Object.fromEntries(["responseHeaders", "headers", "metadata"].map((name) => [name, [{}, { a: "b" }]])),
    ...Object.fromEntries(
      ["enabled", "isDefault", "defaultEnabled", "rememberMe"].map((name) => [name, [true]]),
    ),
    ...Object.fromEntries(
      ["rollout", "defaultPercentage", "delayMs", "graceMinutes"].map((name) => [name, [0, 50]]),
    ),
    statusCode: [200, 503],
    environmentKey: ["production"],
  };
}
