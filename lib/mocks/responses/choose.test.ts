import { describe, expect, test } from "vitest";
import { chooseResponse, whyNot } from "./choose";
import { newConditionWork } from "./condition-work";
import type { MockResponse } from "./contract";
import { RequestView } from "./request-view";
import { type Script, scriptOf } from "./script";

const view = (target: string) =>
  new RequestView({ method: "GET", target, rawHeaders: [], params: {}, body: undefined, ip: "127.0.0.1" });

/** A response with a body, given if the query has a parameter of that name. */
const response = (body: string, { weight = 1, needs = "" } = {}): MockResponse => ({
  name: "",
  when: needs === "" ? null : { all: [{ in: "query", name: needs, exists: true }] },
  statusCode: 200,
  headers: {},
  body,
  delayMs: 0,
  templated: false,
  bodyEncoding: "text",
  bodyFileId: null,
  delayDistribution: null,
  bytesPerSecond: null,
  fault: null,
  weight,
});

function script(responses: MockResponse[], fields: Partial<Parameters<typeof scriptOf>[0]> = {}): Script {
  const all = {
    responses,
    responseMode: "first",
    sequenceEnd: "restart",
    fallback: true,
    ...fields,
  } as const;
  const made = scriptOf(all);
  if (!made) throw new Error("There are responses");
  return made;
}

async function chosen(of: Script, target: string, { position = 0, random = 0 } = {}) {
  const chance = { position: async () => position, random: () => random };
  const found = await chooseResponse(of, view(target), newConditionWork(), chance);
  return typeof found === "object" ? found.prepared().body?.toString() : found;
}

const [a, b, c] = [response("A", { needs: "a" }), response("B", { needs: "b" }), response("C")];

describe("of several responses", () => {
  test.each([
    ["/?a&b", "A"],
    ["/?b", "B"],
    ["/", "C"],
  ])("the first whose conditions hold is given: %s gets %s", async (target, body) => {
    expect(await chosen(script([a, b, c]), target)).toBe(body);
  });

  test("none leaves a request to the mock's own answer, or to other mocks", async () => {
    expect(await chosen(script([a, b]), "/")).toBe("own");
    expect(await chosen(script([a, b], { fallback: false }), "/")).toBeUndefined();
    expect(await chosen(script([a], { responseMode: "sequence", fallback: false }), "/")).toBeUndefined();
    expect(await chosen(script([a], { responseMode: "random" }), "/")).toBe("own");
  });

  test.each([
    ["restart", "/?a&b", ["A", "B", "C", "A"]],
    ["last", "/?a&b", ["A", "B", "C", "C"]],
    ["own", "/?a&b", ["A", "B", "C", "own"]],
    ["restart", "/?b", ["B", "C", "B", "C"]],
    ["last", "/?b", ["B", "C", "C", "C"]],
    ["own", "/", ["C", "own", "own", "own"]],
  ] as const)(
    "those whose conditions hold come in turn, then %s: %s",
    async (sequenceEnd, target, bodies) => {
      const of = script([a, b, c], { responseMode: "sequence", sequenceEnd });
      const given = await Promise.all(bodies.map((_, position) => chosen(of, target, { position })));
      expect(given).toEqual(bodies);
    },
  );

  test.each([
    [0, "A"],
    [0.249, "A"],
    [0.25, "B"],
    [0.999, "B"],
  ])("a weight is a share of chance: %d gives %s", async (random, body) => {
    const of = script(
      [response("A"), response("B", { weight: 3 }), response("C", { needs: "c", weight: 1000 })],
      {
        responseMode: "random",
      },
    );
    expect(await chosen(of, "/", { random })).toBe(body);
  });
});

test("a position is asked for only where there is something to choose in turn", async () => {
  const chance = {
    position: () => Promise.reject(new Error("nobody asked")),
    random: () => 0,
  };
  const none = script([a], { responseMode: "sequence" });
  expect(await chooseResponse(none, view("/"), newConditionWork(), chance)).toBe("own");
  await expect(chooseResponse(script([c]), view("/"), newConditionWork(), chance)).resolves.toBeDefined();
});

test("why a mock does not answer is said of the response that lacks least", () => {
  const two: MockResponse = {
    ...response("2"),
    when: { all: ["x", "y"].map((name) => ({ in: "query", name, equals: "1" })) },
  };
  const of = script([two, response("1", { needs: "z" })], { fallback: false });
  expect(whyNot(of, view("/"), newConditionWork())).toMatch(/`z`/);
  expect(whyNot(of, view("/?x=1"), newConditionWork())).toMatch(/`y`|`z`/);
});

test("a mock without responses has no script", () => {
  expect(
    scriptOf({ responses: [], responseMode: "first", sequenceEnd: "last", fallback: true }),
  ).toBeUndefined();
});
