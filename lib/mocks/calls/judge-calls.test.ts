import { describe, expect, test } from "vitest";
import { buildMatcher } from "../matching/matcher";
import type { CallRow } from "./calls";
import { type CallParts, equalities, isFound, judgeLine, judgeWhole, type WantedCall } from "./judge-calls";

const call = (fields: Partial<CallRow & CallParts> = {}): CallRow & CallParts => ({
  ...{ id: "1", projectId: "p", sequence: 1, kind: "call", outcome: "mock", callId: null },
  ...{ method: "GET", target: "/users/7?page=2", ip: "203.0.113.7", requestSize: 0 },
  ...{ mockId: "m", mockName: "A user", responseName: null, reason: null, statusCode: 200, fault: null },
  ...{ responseSize: 2, durationMs: 1, attempts: 1, receivedAt: new Date(0) },
  ...{ requestHeaders: [["X-Team", "blue"]], requestBody: Buffer.alloc(0) },
  ...fields,
});

async function wanted({ path, ...fields }: Partial<Omit<WantedCall, "path">> & { path?: string } = {}) {
  const matcher = path === undefined ? undefined : await buildMatcher([endpointOf(path)]);
  return {
    ...{ method: undefined, outcome: undefined, mockId: undefined, conditions: [] },
    path: path === undefined || !matcher ? undefined : { endpoint: path, matcher },
    ...fields,
  } satisfies WantedCall;
}
const endpointOf = (endpoint: string) => ({ method: "ANY", endpoint, enabled: true });

describe("a call's line", () => {
  test.each([
    ["anything", {}],
    ["its method in any letter case", { method: "GET" }],
    ["its path", { path: "/users/7" }],
    ["a placeholder", { path: "/users/:id" }],
    ["an expression", { path: "~^/users/[0-9]+$" }],
    ["its outcome and mock", { outcome: "mock" as const, mockId: "m" }],
  ])("is found by %s", async (_, fields) => {
    expect(judgeLine(await wanted(fields), call({ method: "get" }))).toEqual({ nearness: 1, why: "" });
  });

  test.each([
    ["a method", { method: "POST" }, "its method is GET"],
    ["an outcome", { outcome: "miss" as const }, "what answered it is: mock"],
    ["a mock", { mockId: "other" }, "another mock answered it, or none"],
    ["a path", { path: "/users/8" }, "its path differs"],
    ["a path and a method", { path: "/users/8", method: "PUT" }, "its path differs and its method is GET"],
  ])("says what keeps it from %s", async (_, fields, why) => {
    const judged = judgeLine(await wanted(fields), call());
    expect(judged).toMatchObject({ why });
    expect(judged && isFound(judged)).toBe(false);
  });

  test("is the nearer, the less differs", async () => {
    const judge = async (fields: Parameters<typeof wanted>[0]) =>
      judgeLine(await wanted(fields), call())?.nearness;
    const order = await Promise.all([
      judge({ path: "/users/:id", method: "POST" }),
      judge({ path: "/users/:id", method: "POST", mockId: "other" }),
      judge({ path: "/users/8" }),
      judge({ path: "/users/8", method: "POST" }),
      judge({ path: "/orders/of/nobody" }),
    ]);
    expect(order).toEqual(order.toSorted((one, other) => Number(other) - Number(one)));
    expect(new Set(order).size).toBe(order.length);
    expect(order.at(-1)).toBe(0);
  });

  test("does not tell where headers or a body have to be looked at", async () => {
    const conditions = [{ all: equalities("query", { page: "2" }) }];
    expect(judgeLine(await wanted({ conditions }), call())).toBeUndefined();
  });
});

describe("a whole call", () => {
  const judge = async (conditions: WantedCall["conditions"], fields: Partial<CallRow & CallParts> = {}) =>
    judgeWhole(await wanted({ path: "/users/:id", conditions }), call(fields));

  test.each([
    ["its query", equalities("query", { page: "2" })],
    ["a header in any letter case", equalities("header", { "x-team": "blue" })],
    ["a path parameter", [{ in: "path" as const, name: "id", equals: "7" }]],
  ])("is found by %s", async (_, all) => {
    expect(await judge([{ all }])).toEqual({ nearness: 1, why: "" });
  });

  test("needs all conditions, and says which failed", async () => {
    const both = [{ all: equalities("query", { page: "2" }) }, { all: equalities("query", { page: "1" }) }];
    const { nearness, why } = await judge(both);
    expect(nearness).toBeLessThan(1);
    expect(why).toContain("page");
  });

  test.each([
    ["more than is kept", 100],
    ["as much as nobody knows", null],
  ])("whose body has %s is not tried on its body", async (_, requestSize) => {
    const onBody = [{ all: [{ in: "body" as const, contains: "a" }] }];
    const fields = { requestSize, requestBody: Buffer.from("a") };
    expect((await judge(onBody, fields)).why).toContain("only the beginning of its body is kept");
    expect(await judge([{ all: equalities("query", { page: "2" }) }], fields)).toMatchObject({ nearness: 1 });
    expect(await judge(onBody, { ...fields, requestSize: 1 })).toMatchObject({ nearness: 1 });
  });
});
