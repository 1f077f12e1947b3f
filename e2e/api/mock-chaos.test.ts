import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { issuePaths, send } from "./client";
import { createMock, createSite, done, type Person, type Site, signUp } from "./fixtures";

let site: Site;
let path: string;

let owner: Person;
beforeAll(async () => {
  owner = await signUp();
});
beforeEach(async () => {
  site = await createSite(owner);
  path = `/api/projects/${site.project.id}/mock-chaos`;
  await createMock(site.owner, site.project.id, { endpoint: "/calm", responseBody: "calm" });
});

type Chaos = { chaos: { percent: number; statusCode: number; fault: string | null; endsAt: string } | null };
const ask = (target = "/calm", method = "GET") =>
  send({ method, host: site.host, path: `/api/mock${target}` });
const set = (fields: Record<string, unknown> = {}) => done<Chaos>(site.owner.put(path, fields));

it("there is none at first, and then what was set, for a while", async () => {
  expect(await done(site.owner.get(path))).toEqual({ chaos: null });
  const before = Date.now();
  const { chaos } = await set();
  expect(chaos).toEqual({ percent: 10, statusCode: 503, fault: null, endsAt: expect.any(String) });
  const minutes = (Date.parse(chaos?.endsAt ?? "") - before) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThan(16);
  expect(await done(site.owner.get(path))).toEqual({ chaos });
});

describe("chaos among all calls", () => {
  it("begins and ends with the next request", async () => {
    expect((await ask()).text()).toBe("calm");
    await set({ percent: 100, statusCode: 500 });
    for (const target of ["/calm", "/nothing"]) {
      const answer = await ask(target);
      expect(answer.status).toBe(500);
      expect(answer.json()).toMatchObject({ code: "chaos", error: expect.stringContaining("100 %") });
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
    }
    expect(await done(site.owner.delete(path))).toEqual({ success: true });
    expect((await ask()).text()).toBe("calm");
    expect(await done(site.owner.get(path))).toEqual({ chaos: null });
  });

  it("leaves preflights and inboxes alone", async () => {
    await set({ percent: 100 });
    const headers = { origin: "https://a.example", "access-control-request-method": "GET" };
    const preflight = await send({ method: "OPTIONS", host: site.host, path: "/api/mock/calm", headers });
    expect(preflight.status).toBe(204);
    expect((await send({ host: site.host, path: "/api/webhook/0123456789abcdef" })).status).toBe(404);
  });

  it("may be a fault of the connection", async () => {
    await set({ percent: 100, fault: "empty" });
    const outcome = await ask().then(
      ({ status }) => status,
      () => "no answer",
    );
    // A proxy makes an answer of its own of none.
    expect(["no answer", 502, 504]).toContain(outcome);
  });

  it("is nobody else's", async () => {
    const other = await createSite();
    await createMock(other.owner, other.project.id, { endpoint: "/calm", responseBody: "other" });
    await set({ percent: 100 });
    expect((await send({ host: other.host, path: "/api/mock/calm" })).text()).toBe("other");
  });

  it("goes along when the project's slug changes", async () => {
    await set({ percent: 100 });
    const team = `/api/teams/${site.team.id}/projects/${site.project.id}`;
    const { host } = await done<{ host: string }>(site.owner.put(team, { slug: "moved" }));
    expect((await send({ host, path: "/api/mock/calm" })).status).toBe(503);
  });
});

it.each([
  ["percent", 0],
  ["percent", 101],
  ["percent", "10"],
  ["statusCode", 200],
  ["statusCode", 600],
  ["fault", "explode"],
  ["minutes", 0],
  ["minutes", 1441],
])("%s %j is 400", async (field, value) => {
  expect(issuePaths(await site.owner.put(path, { [field]: value }))).toEqual([field]);
});
