import { beforeAll, describe, expect, it } from "vitest";
import { send } from "./client";
import { createMock, createSite, done, type Site } from "./fixtures";
import { isBehindNginx, isBehindPlatform } from "./proxy";

let site: Site;
const ids: Record<string, string> = {};

const mocks: [method: string, endpoint: string, body: string][] = [
  ["GET", "/users", "users"],
  ["POST", "/users", "created"],
  ["PUT", "/users", "put"],
  ["PATCH", "/users", "patched"],
  ["DELETE", "/users", "deleted"],
  ["GET", "/users/me", "me"],
  ["GET", "/users/:id", "one"],
  ["GET", "/users/:id/posts", "posts"],
  ["GET", "/users/:id/posts/*", "below posts"],
  ["GET", "/files/*", "file"],
  ["GET", "/slash/", "slash"],
  ["GET", "/Case", "case"],
  ["GET", "/a b", "space"],
  ["GET", "/enc%2Foded", "encoded slash"],
  ["GET", "/über/日本", "unicode"],
  ["GET", "/100%", "percent"],
  ["GET", "/", "root"],
  ["POST", "/only-post", "only post"],
  ["GET", "/people/:first-name", "person"],
  ["GET", "/report.:ext", "report"],
  ["GET", "/v:major.:minor", "version"],
  ["GET", "/aliases/{alias}:run", "run"],
  ["GET", "/pages/:page?", "page"],
  ["GET", "/tree/:path*", "tree"],
  ["GET", "~^/orders/[0-9]{4}-[a-z]+$", "order"],
  ["ANY", "/anything", "anything"],
  ["DELETE", "/anything", "deleted it"],
];

beforeAll(async () => {
  site = await createSite();
  for (const [method, endpoint, responseBody] of mocks) {
    ids[`${method} ${endpoint}`] = (
      await createMock(site.owner, site.project.id, { method, endpoint, responseBody })
    ).id;
  }
  await createMock(site.owner, site.project.id, { endpoint: "/off", enabled: false });
});

const ask = (path: string, method = "GET") => send({ method, host: site.host, path: `/api/mock${path}` });

describe("a request is answered by the mock of its method and path", () => {
  it.each([
    ["GET", "/users", "users"],
    ["POST", "/users", "created"],
    ["PUT", "/users", "put"],
    ["PATCH", "/users", "patched"],
    ["DELETE", "/users", "deleted"],
    ["GET", "/users?page=2", "users"],
    ["GET", "/users?", "users"],
    ["GET", "/users?a=%zz&a=/x/y?z", "users"],
    ["GET", "/users/me", "me"],
    ["GET", "/users/42", "one"],
    ["GET", "/users/a%2Fb", "one"],
    ["GET", "/users/42/posts", "posts"],
    ["GET", "/users/me/posts", "posts"],
    ["GET", "/users/42/posts/7", "below posts"],
    ["GET", "/users/42/posts/7/comments", "below posts"],
    ["GET", "/files/a", "file"],
    ["GET", "/files/a/b.txt", "file"],
    ["GET", "/slash/", "slash"],
    ["GET", "/Case", "case"],
    ["GET", "/%75sers", "users"],
    ["GET", "/a%20b", "space"],
    ["GET", "/enc%2Foded", "encoded slash"],
    ["GET", "/enc%2foded", "encoded slash"],
    ["GET", "/%C3%BCber/%E6%97%A5%E6%9C%AC", "unicode"],
    ["GET", "/100%25", "percent"],
    ["GET", "/people/ada", "person"],
    ["GET", "/report.tar.gz", "report"],
    ["GET", "/v1.2", "version"],
    ["GET", "/aliases/x:run", "run"],
    ["GET", "/aliases/x%3Arun", "run"],
    ["GET", "/pages", "page"],
    ["GET", "/pages/2", "page"],
    ["GET", "/tree", "tree"],
    ["GET", "/tree/a/b/c", "tree"],
    ["GET", "/orders/2026-abc", "order"],
    ["GET", "/orders/%32026-abc?x=1", "order"],
    ["DELETE", "/anything", "deleted it"],
    ["PUT", "/anything", "anything"],
    ["OPTIONS", "/anything", "anything"],
    ["PROPFIND", "/anything", "anything"],
    ["GET", "/", "root"],
  ])("%s %s", async (method, path, body) => {
    const answer = await ask(path, method);
    expect({ status: answer.status, body: answer.text() }).toEqual({ status: 200, body });
  });

  it("whatever the request's body is", async () => {
    for (const body of ["", "{", Buffer.from([0, 255]), "x".repeat(100_000)]) {
      const answer = await send({ method: "POST", host: site.host, path: "/api/mock/users", body });
      expect(answer.text()).toBe("created");
    }
  });

  it("a path is taken as sent, with dots and doubled slashes", async () => {
    if (isBehindNginx) expect((await ask("/100%")).status).toBe(400);
    else expect((await ask("/100%")).text()).toBe("percent");
    // A platform reads the address as browsers do, which take the segment before away.
    for (const path of isBehindPlatform ? [] : ["/users/..", "/users/%2e%2e"])
      expect((await ask(path)).text(), path).toBe("one");
    for (const path of ["//users", "/users//posts", "/files//a"]) {
      expect((await ask(path)).status, path).toBe(404);
    }
  });

  it("HEAD is answered by the GET mock, with its length and no body", async () => {
    const [head, get] = [await ask("/users", "HEAD"), await ask("/users")];
    expect(head.status).toBe(200);
    expect(head.body.byteLength).toBe(0);
    expect(head.headers["content-length"]).toBe("5");
    expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
    expect((await ask("/only-post", "HEAD")).status).toBe(404);
  });
});

describe("no match is 404 with a hint", () => {
  it.each([
    ["GET", "/nowhere", /No mock is configured/],
    ["GET", "/users/", /trailing slash/i],
    ["GET", "/slash", /trailing slash/i],
    ["GET", "/USERS", /case/i],
    ["GET", "/case", /case/i],
    ["GET", "/enc/oded", /percent-encoding/i],
    ["GET", "/only-post", /POST/],
    ["OPTIONS", "/users", /GET/],
    ["GET", "/off", /disabled/i],
    ["GET", "/files/", /./],
  ])("%s %s", async (method, path, hint) => {
    const answer = await ask(path, method);
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({
      error: `No mock matches ${method} ${path}`,
      code: "mock_not_found",
      hint: expect.stringMatching(hint),
    });
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
  });

  it("names no endpoint that was not nearly asked for", async () => {
    const { hint } = (await ask("/nowhere")).json<{ hint: string }>();
    for (const [, endpoint] of mocks) if (endpoint.length > 1) expect(hint).not.toContain(endpoint);
  });

  it("a HEAD that misses has no body", async () => {
    const answer = await ask("/nowhere", "HEAD");
    expect(answer.status).toBe(404);
    expect(answer.body.byteLength).toBe(0);
  });

  it("a disabled mock answers again as soon as it is enabled", async () => {
    const path = `${site.mocks}/${ids["GET /users/me"]}`;
    await done(site.owner.put(path, { enabled: false }));
    expect((await ask("/users/me")).text()).toBe("one");
    await done(site.owner.put(path, { enabled: true }));
    expect((await ask("/users/me")).text()).toBe("me");
  });
});

it("each of 50 changes is visible on the very next request", async () => {
  const mock = await createMock(site.owner, site.project.id, { endpoint: "/live" });
  for (let version = 1; version <= 50; version += 1) {
    await done(site.owner.put(`${site.mocks}/${mock.id}`, { responseBody: `v${version}` }));
    expect((await ask("/live")).text()).toBe(`v${version}`);
  }
});

it("a mock that was asked for before it existed answers once it is made", async () => {
  for (let round = 0; round < 10; round += 1) {
    expect((await ask(`/soon/${round}`)).status).toBe(404);
    await createMock(site.owner, site.project.id, { endpoint: `/soon/${round}` });
    expect((await ask(`/soon/${round}`)).status).toBe(200);
  }
});

it("delayMs holds the answer back, and other requests meanwhile go through", async () => {
  await createMock(site.owner, site.project.id, { endpoint: "/slow", delayMs: 3000 });
  const start = performance.now();
  const slow = ask("/slow").then((answer) => ({ answer, after: performance.now() - start }));
  let answered = false;
  void slow.then(() => {
    answered = true;
  });
  await ask("/users");
  expect(answered).toBe(false);
  const { answer, after } = await slow;
  expect(answer.status).toBe(200);
  expect(after).toBeGreaterThanOrEqual(2990);
});
