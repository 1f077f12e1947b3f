import { describe, expect, test } from "vitest";
import type { CallInput } from "@/lib/operations/operation";
import { previewMock } from "./contract";
import { previewOf } from "./preview-of";
import { placesOf, problemAt } from "./problem-at";

type Given = Omit<CallInput<typeof previewMock>, "projectId">;

function preview({ request, ...mock }: Partial<Given>) {
  const fields = previewMock.body.parse({
    endpoint: "/a/:id",
    request: { path: "/a/7", ...request },
    ...mock,
  });
  const { request: asked, ...given } = fields;
  return previewOf({ projectId: "p", requestId: "r", mock: given, request: asked });
}

const template = (responseBody: string): Partial<Given> => ({ templated: true, responseBody });
const three = ["one", "two", "three"].map((body) => ({ body }));
const when = (value: string) => ({ all: [{ in: "query" as const, name: "q", equals: value }] });

describe("a preview is what the mock would answer", () => {
  test.each<[string, Partial<Given>, { response: number | null; body: string }]>([
    ["its own answer", { responseBody: "own" }, { response: null, body: "own" }],
    ["a template", template("{{ request.params.id }}"), { response: null, body: "7" }],
    [
      "all of the request",
      {
        ...template(
          "{{ request.method }} {{ request.json.a }} {{ request.headers.x | join }} {{ request.query.q }}",
        ),
        method: "POST",
        request: { path: "/a/7?q=é#part", method: "POST", headers: { X: ["1", "2"] }, body: '{"a": 5}' },
      },
      { response: null, body: "POST 5 1 2 é" },
    ],
    [
      "the response whose conditions hold",
      {
        responses: [
          { when: when("1"), body: "no" },
          { when: when("2"), body: "yes" },
        ],
        request: { path: "/a/7?q=2" },
      },
      { response: 1, body: "yes" },
    ],
    [
      "a sequence at its beginning",
      { responses: three, responseMode: "sequence" },
      { response: 0, body: "one" },
    ],
    [
      "a sequence at the call that is asked for",
      { responses: three, responseMode: "sequence", request: { path: "/a/7", call: 5 } },
      { response: 1, body: "two" },
    ],
    [
      "a counter",
      { ...template("{{ counter }}"), request: { path: "/a/7", call: 12 } },
      { response: null, body: "12" },
    ],
    [
      "the answer of a mock that is off",
      { enabled: false, responseBody: "on" },
      { response: null, body: "on" },
    ],
    ["HEAD without a body", { request: { path: "/a/7", method: "HEAD" } }, { response: null, body: "" }],
  ])("%s", async (_what, given, expected) => {
    expect(await preview(given)).toMatchObject({ answer: expected, miss: null, problems: [] });
  });
});

test("what does not match says what a caller would be told", async () => {
  expect(await preview({ request: { path: "/A/7" } })).toEqual({
    answer: null,
    miss: "Letter case differs: the mock's endpoint is /a/:id",
    problems: [],
  });
  const { miss } = await preview({ responses: [{ when: when("1") }], fallback: false });
  expect(miss).toBe(
    "The mock for GET /a/:id answers only some requests: query `q` is missing, expected `1`.",
  );
});

test("time and faults are told, and not lived through", async () => {
  const delayDistribution = { type: "uniform" as const, minMs: 100, maxMs: 30_000 };
  const { answer } = await preview({ delayMs: 50, delayDistribution, bytesPerSecond: 10, fault: "reset" });
  expect(answer).toMatchObject({ delayMs: { min: 150, max: 30_000 }, bytesPerSecond: 10, fault: "reset" });
});

test("a long body is cut at a whole character, and what is no text is base64", async () => {
  const { answer } = await preview({ responseBody: `x${"é".repeat(40_000)}` });
  expect(answer).toMatchObject({ encoding: "text", bodyBytes: 80_001 });
  expect(answer?.body).toBe(`x${"é".repeat(32_767)}`);
});

test("a template that fails is answered as a caller would be, and its mistake has a place", async () => {
  const broken = "a\n{{ request.params.id | random_int: 3 }}";
  const own = await preview(template(broken));
  expect(own.answer).toMatchObject({ response: null, statusCode: 503 });
  expect(own.problems).toEqual([
    {
      path: "responseBody",
      message: "has a mistake in line 2, column 24: `random_int` needs the lowest and the highest number.",
    },
  ]);
  const headers = { "X-A": "fine", "X-B": ["fine", broken.replace("\n", " ")] };
  const { problems } = await preview({ responses: [{ templated: true, headers }] });
  expect(problems[0]?.path).toBe("responses.0.headers.X-B.1");
});

test("what says no place is a problem of the body", () => {
  const mock = { responseHeaders: {}, responses: [] };
  expect(problemAt(placesOf(mock, null), { problem: "The template took too long." })).toEqual({
    path: "responseBody",
    message: "can't be rendered: The template took too long.",
  });
});

describe("a path is what a client makes of it", () => {
  const target = (path: string) => previewMock.body.shape.request.shape.path.safeParse(path);
  test.each([
    ["", "/"],
    ["users/7", "/users/7"],
    ["//users//7", "/users//7"],
    ["/a b/é?q=ü#f", "/a%20b/%C3%A9?q=%C3%BC"],
    ["/a/../b", "/b"],
    ["/%2e%2e%2fa", "/%2e%2e%2fa"],
  ])("%s", (typed, sent) => expect(target(typed).data).toBe(sent));
  test.each(["/../webhook/x", "/..", "x".repeat(8001)])("refused: %.20s", (typed) => {
    expect(target(typed).success).toBe(false);
  });
});
