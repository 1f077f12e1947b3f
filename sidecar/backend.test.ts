import { beforeEach, describe, expect, it } from "vitest";
import { createBackend, Refusal } from "./backend";

const id = "0190a6ee-0000-7000-8000-000000000001";
let asked: Request[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  asked = [];
});

const backend = createBackend({
  appUrl: "https://app.example",
  answerWithinMs: 50,
  fetch: (request) => {
    asked.push(request);
    return answer();
  },
});

describe("opening", () => {
  it("shows the app the client's own headers", async () => {
    answer = () => Response.json({ grant: "g", lastSequence: 3, expiresAt: "2030-01-01T00:00:00.000Z" });
    const headers = { cookie: "a=b", origin: "https://x.example", authorization: "Bearer k" };
    expect(await backend.open(id, { headers }, "request-1")).toEqual({
      grant: "g",
      lastSequence: 3,
      expiresAt: Date.UTC(2030, 0, 1),
    });
    expect(asked[0]?.url).toBe(`https://app.example/api/webhook-streams/${id}`);
    expect(asked[0]?.method).toBe("POST");
    expect(await asked[0]?.text()).toBe("{}");
    expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
      ...headers,
      "content-type": "application/json",
      "x-request-id": "request-1",
    });
  });

  it("hands over a ticket in the body", async () => {
    answer = () => Response.json({ grant: "g", lastSequence: 0, expiresAt: null });
    expect(await backend.open(id, { ticket: "t" })).toMatchObject({ expiresAt: Number.POSITIVE_INFINITY });
    expect(await asked[0]?.json()).toEqual({ ticket: "t" });
  });
});

const state = { lastSequence: 4, expiresAt: null };
const check = () => backend.check([{ webhookId: id, grant: "the grant" }]);

it("checks many at once, and reads with the grant", async () => {
  const streams = [1, 2, 3].map((at) => ({ webhookId: id, grant: `grant ${at}` }));
  answer = () =>
    Response.json({
      streams: [
        { status: 200, state },
        { status: 403, state: null },
        { status: 200, state },
      ],
    });
  expect(await backend.check(streams)).toEqual([
    { lastSequence: 4, expiresAt: Number.POSITIVE_INFINITY },
    expect.objectContaining({ name: "Refusal", status: 403 }),
    { lastSequence: 4, expiresAt: Number.POSITIVE_INFINITY },
  ]);
  expect(await asked[0]?.json()).toEqual({ streams });
  answer = () => Response.json([{ sequence: 5, anything: "else" }]);
  expect(await backend.requestsAfter(id, "the grant", 4)).toEqual([{ sequence: 5, anything: "else" }]);
  expect(asked.map(({ method, url, headers }) => [method, url, headers.get("x-fieldkit-grant")])).toEqual([
    ["POST", "https://app.example/api/webhook-streams", null],
    ["GET", `https://app.example/api/webhook-streams/${id}/requests?after=4`, "the grant"],
  ]);
});

describe("an answer that is none", () => {
  it("the app's no is passed on as it is", async () => {
    answer = () => Response.json({ error: "No" }, { status: 403, headers: { "x-request-id": "r" } });
    const error = await backend.open(id, { ticket: "t" }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ status: 403, body: '{"error":"No"}', requestId: "r" });
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ["503", () => Response.json({ error: "down" }, { status: 503 })],
    ["the 404 of an app that has no such operation", () => Response.json({ error: "No" }, { status: 404 })],
    ["one for fewer streams", () => Response.json({ streams: [] })],
    ["a proxy's 404", () => new Response("<h1>Not found</h1>", { status: 404 })],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "/" } })],
    ["a page", () => new Response("<h1>Hello</h1>")],
    ["JSON of another kind", () => Response.json({ lastSequence: "4" })],
    ["a broken connection", () => Promise.reject(new TypeError("fetch failed"))],
    ["none within the time", () => new Promise(() => {})],
  ])("%s says nothing about access", async (_, given) => {
    answer = given;
    const error = await check().catch((each: unknown) => each);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Refusal);
  });
});
