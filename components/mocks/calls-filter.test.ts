import { expect, test } from "vitest";
import {
  type CallsFilter,
  isFiltering,
  matchesFilter,
  methodsOf,
  noFilter,
} from "@/components/mocks/calls-filter";
import type { MockCall } from "@/lib/mocks/calls/contract";

const call = (fields: Partial<MockCall> = {}): MockCall => ({
  ...{ id: "1", projectId: "p", sequence: 1, kind: "call", outcome: "mock", callId: null },
  ...{ method: "GET", target: "/users/7?page=2", ip: "203.0.113.7", requestSize: 0 },
  ...{ mockId: "m", mockName: "A user", responseName: "Second", reason: null, statusCode: 404, fault: null },
  ...{ responseSize: 2, durationMs: 1, attempts: 1, receivedAt: "2030-01-01T00:00:00.000Z" },
  ...fields,
});

test.each<[Partial<CallsFilter>, Partial<MockCall>, boolean]>([
  [{}, {}, true],
  [{ text: "   " }, {}, true],
  [{ method: "GET" }, {}, true],
  [{ method: "POST" }, {}, false],
  [{ outcome: "mock" }, {}, true],
  [{ outcome: "miss" }, {}, false],
  [{ outcome: "callback" }, { kind: "callback", outcome: null }, true],
  [{ outcome: "mock" }, { kind: "callback", outcome: null }, false],
  [{ status: "4xx" }, {}, true],
  [{ status: "2xx" }, {}, false],
  [{ status: "4xx" }, { statusCode: null }, false],
  [{ mock: "m" }, {}, true],
  [{ mock: "n" }, {}, false],
  [{ text: " PAGE=2 " }, {}, true],
  [{ text: "a user · second" }, {}, true],
  [{ text: "203.0" }, {}, true],
  [{ text: "no mock" }, { outcome: "miss", reason: "No mock has this path" }, true],
  [{ text: "orders" }, {}, false],
  [{ method: "GET", status: "2xx" }, {}, false],
])("%o of a call with %o is %s", (filter, fields, matches) => {
  expect(matchesFilter(call(fields), { ...noFilter, ...filter })).toBe(matches);
});

test("nothing but spaces filters nothing", () => {
  expect(isFiltering(noFilter)).toBe(false);
  expect(isFiltering({ ...noFilter, text: " " })).toBe(false);
  expect(isFiltering({ ...noFilter, status: "2xx" })).toBe(true);
});

test("the methods are those of the calls, and the chosen one", () => {
  const calls = ["PUT", "GET", "PUT"].map((method) => call({ method }));
  expect(methodsOf(calls, "")).toEqual(["GET", "PUT"]);
  expect(methodsOf(calls, "DELETE")).toEqual(["DELETE", "GET", "PUT"]);
});
