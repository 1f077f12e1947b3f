import { beforeAll, describe, expect, it } from "vitest";
import { type Call, expectRefusal, port, send } from "./client";
import { createSite, createTeam, password, type Site, unique } from "./fixtures";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

type Headers = Record<string, string>;

const ownOrigins: [name: string, headers: Headers][] = [
  ["no Origin", {}],
  ["localhost", { origin: `http://localhost:${port}` }],
  ["127.0.0.1", { origin: `http://127.0.0.1:${port}` }],
  ["localhost, same-origin", { origin: `http://localhost:${port}`, "sec-fetch-site": "same-origin" }],
];
const foreignOrigins: [name: string, headers: Headers][] = [
  ["another site", { origin: "https://evil.example" }],
  ["null", { origin: "null" }],
  ["another port", { origin: `http://localhost:${port + 1}` }],
  ["another scheme", { origin: `https://localhost:${port}` }],
  ["a name that begins with the own one", { origin: `http://localhost:${port}.evil.example` }],
  ["a mock host", { origin: `http://abcdefgh-shop.mock.localhost:${port}` }],
  ["cross-site without Origin", { "sec-fetch-site": "cross-site" }],
];

const withCookie = (call: Call, headers: Headers) =>
  send({
    ...call,
    headers: { cookie: site.owner.cookie, "content-type": "application/json", ...headers },
  });

const credentials = () => JSON.stringify({ email: site.owner.email, password });
const signUpBody = () => JSON.stringify({ name: "x", email: `${unique("o")}@example.com`, password });
const signIns: [path: string, body: () => string][] = [
  ["/api/auth/sign-in", credentials],
  ["/api/auth/sign-in/email", credentials],
  ["/api/auth/sign-up/email", signUpBody],
];

describe.each(ownOrigins)("accepted: %s", (_, headers) => {
  it("on a mutation with a cookie", async () => {
    const body = JSON.stringify({ name: "x", slug: unique("own") });
    const created = await withCookie({ method: "POST", path: "/api/teams", body }, headers);
    expect(created.status, created.text()).toBe(201);
    const removed = await withCookie({ method: "DELETE", path: `/api/teams/${created.json().id}` }, headers);
    expect(removed.status, removed.text()).toBe(200);
  });

  it.each(signIns)("on %s with and without a cookie", async (path, body) => {
    const type = { "content-type": "application/json" };
    const plain = await send({ method: "POST", path, headers: { ...type, ...headers }, body: body() });
    expect(plain.status, plain.text()).toBe(200);
    const cookied = await withCookie({ method: "POST", path, body: body() }, headers);
    expect(cookied.status, cookied.text()).toBe(200);
  });
});

describe.each(foreignOrigins)("refused: %s", (_, headers) => {
  it("on every kind of mutation with a cookie, and nothing changes", async () => {
    const team = await createTeam(site.owner);
    const mutations: Call[] = [
      { method: "POST", path: "/api/teams", body: JSON.stringify({ name: "x", slug: unique("foreign") }) },
      { method: "PUT", path: `/api/teams/${team.id}`, body: JSON.stringify({ name: "taken over" }) },
      { method: "DELETE", path: `/api/teams/${team.id}` },
      { method: "POST", path: `/api/teams/${team.id}/invitations`, body: '{"email":"x@example.com"}' },
      { method: "POST", path: site.mocks, body: JSON.stringify({ name: "x", endpoint: `/${unique("f")}` }) },
    ];
    for (const mutation of mutations) expectRefusal(await withCookie(mutation, headers), 403);
    expect((await site.owner.get(`/api/teams/${team.id}`)).json()).toEqual(team);
  });

  it.each(signIns)("on %s with and without a cookie", async (path, body) => {
    const type = { "content-type": "application/json" };
    const plain = await send({ method: "POST", path, headers: { ...type, ...headers }, body: body() });
    const cookied = await withCookie({ method: "POST", path, body: body() }, headers);
    for (const answer of [plain, cookied]) {
      expect(answer.status, answer.text()).toBe(403);
      expect(answer.json().error).toEqual(expect.any(String));
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });

  it("on sign-out, and the session lives on", async () => {
    const answer = await withCookie({ method: "POST", path: "/api/auth/sign-out", body: "{}" }, headers);
    expect(answer.status, answer.text()).toBe(403);
    expect((await site.owner.get("/api/teams")).status).toBe(200);
  });

  it("reading is left to the browser: the answer allows no foreign page to see it", async () => {
    const answer = await withCookie({ path: "/api/teams" }, headers);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  });
});

it("the management API answers no CORS preflight", async () => {
  const answer = await send({
    method: "OPTIONS",
    path: "/api/teams",
    headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
  });
  expect(answer.status).toBe(405);
  expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
});
