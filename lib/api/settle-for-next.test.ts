import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { addRequestMeta, getRequestMeta } from "next/dist/server/request-meta";
import { describe, expect, it } from "vitest";
import { query } from "@/lib/platform/budgets/budgets";
import { isReadable } from "./router-state";
import { settleForNext } from "./settle-for-next";

function asked(url: string, headers: Record<string, string> = {}) {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, { url, headers });
}

it("the copy of a body that Next makes for the middleware is empty, and the body still unread", async () => {
  const request = asked("/");
  request.push("body");
  request.push(null);
  settleForNext(request);
  const { getCloneableBody } = await import("next/dist/server/body-streams");
  addRequestMeta(request, "clonableBody", getCloneableBody(request));
  const copied = getRequestMeta(request, "clonableBody");
  if (!copied) throw new Error("Next finds a copy.");
  expect((await buffer(copied.cloneBodyStream())).byteLength).toBe(0);
  await copied.finalize();
  expect((await buffer(request)).toString()).toBe("body");
});

describe("a query", () => {
  it.each([
    ["none", "/x", false],
    ["as many parameters as allowed", `/x?${"a&".repeat(query.pairsMax - 1)}a`, false],
    ["one more", `/x?${"a&".repeat(query.pairsMax)}a`, true],
    ["a path full of ampersands", "/&".repeat(200), false],
  ])("%s", (_, url, isRefused) => {
    expect(settleForNext(asked(url)) !== undefined).toBe(isRefused);
  });
});

describe("the state of a navigation", () => {
  const nested = (levels: number) => `${'["",{"":'.repeat(levels)}["",{}]${"}]".repeat(levels)}`;
  const page = [
    "",
    {
      children: [
        ["team", "a", "d", ["sign-in"]],
        { children: ["__PAGE__", {}, null, "refetch"] },
        null,
        null,
        16,
      ],
    },
    null,
    null,
    0,
  ];
  it.each([
    ["of a page", encodeURIComponent(JSON.stringify(page)), true],
    ["of ten levels", nested(10), true],
    ["of a thousand levels", nested(1000), false],
    ["of a thousand neighbours", `["",{${Array.from({ length: 1000 }, (_, n) => `"${n}":["",{}]`)}}]`, false],
    ["of a thousand siblings", `[["a","b","d",[${'"",'.repeat(999)}""]],{}]`, false],
    ["of another kind of segment", '[["a","b","e",null],{}]', false],
    ["without branches", '[""]', false],
    ["that is no JSON", "%5B", false],
    ["that is malformed", "%", false],
  ])("%s", (_, state, isKept) => {
    expect(isReadable(state)).toBe(isKept);
    const request = asked("/", { "next-router-state-tree": state });
    settleForNext(request);
    expect("next-router-state-tree" in request.headers).toBe(isKept);
  });

  it("is kept only where Next can read it", async () => {
    const { parseAndValidateFlightRouterState } = await import(
      "next/dist/server/app-render/parse-and-validate-flight-router-state"
    );
    const state = encodeURIComponent(JSON.stringify(page));
    expect(parseAndValidateFlightRouterState(state)).toEqual(page);
  });
});
