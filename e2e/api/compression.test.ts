import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { withoutPages } from "../door";
import { type Answer, send } from "./client";
import {
  bearer,
  createGroup,
  createGroupFlag,
  createKey,
  createMock,
  createRecord,
  createSite,
  createWebhook,
  pathOf,
  type Site,
  type Webhook,
} from "./fixtures";

/** Compresses well, and is larger than what is sent as it is. */
const long = JSON.stringify({ text: "long ".repeat(1000) });
const accepts = { "accept-encoding": "gzip, br" };
let site: Site;
let inbox: Webhook;
let script: string;

beforeAll(async () => {
  site = await createSite();
  await createMock(site.owner, site.project.id, { endpoint: "/long", responseBody: long });
  for (let at = 0; at < 9; at++) await createMock(site.owner, site.project.id, { endpoint: `/${at}` });
  inbox = await createWebhook(site.owner, site.project.id);
  await send({ method: "POST", host: site.host, path: pathOf(inbox), body: long });
  const page = await send({ path: "/sign-in" });
  script = /src="(\/_next\/static\/[^"]+\.js)[^"]*"/.exec(page.text())?.[1] ?? "no script";
});

const cookies = () => ({ cookie: site.owner.cookie });
const ask = (path: string, headers = {}, method = "GET") =>
  send({ method, path, headers: { ...cookies(), ...headers } });

function decoded({ body, headers }: Answer): string {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[String(headers["content-encoding"])];
  return (decode ? decode(body) : body).toString();
}

type Text = [what: string, path: () => string];
const ofApi: Text[] = [
  ["a list of the API", () => `${site.mocks}?limit=10`],
  ["the description of the API", () => "/api/openapi.json"],
];
const ofPages: Text[] = [
  ["a page of a person", () => `/${site.team.slug}/${site.project.slug}/mocks`],
  ["a script", () => script],
];
const texts = withoutPages ? ofApi : [...ofApi, ...ofPages];

describe.each(texts)("%s", (_, path) => {
  it.each([
    ["gzip, br", "br"],
    ["gzip", "gzip"],
    ["gzip;q=1, br;q=0", "gzip"],
  ])("is compressed for %j, by %s", async (accepted, encoding) => {
    const answer = await ask(path(), { "accept-encoding": accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ "content-encoding": encoding });
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(answer.headers["content-length"]).toBeUndefined();
    expect(decoded(answer).length).toBeGreaterThan(answer.body.byteLength);
  });

  it.each(["identity", "*;q=0", ""])("is sent as it is for %j", async (accepted) => {
    const answer = await ask(path(), { "accept-encoding": accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });

  it("has the head of the same answer, and no body, for HEAD", async () => {
    const answer = await ask(path(), accepts, "HEAD");
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });
});

it("says of compressed bytes that their tag is a weak one, and knows it again", async () => {
  const { key } = await createKey(site.owner, site.project.referenceId);
  const group = await createGroup(site.owner, site.project.referenceId);
  for (let at = 0; at < 30; at++) {
    await createGroupFlag(site.owner, group, { name: `Flag ${at}`, key: `flag-with-a-name-${at}` });
  }
  const { id } = await createRecord(site.owner, group);
  const path = `/api/flags/${id}`;
  const plain = await send({ path, headers: bearer(key) });
  const packed = await send({ path, headers: { ...bearer(key), ...accepts } });
  expect(packed.headers).toMatchObject({ "content-encoding": "br", etag: `W/${plain.headers.etag}` });
  expect(decoded(packed)).toBe(plain.text());
  for (const tag of [plain.headers.etag, packed.headers.etag]) {
    const again = await send({ path, headers: { ...bearer(key), ...accepts, "if-none-match": tag } });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect(again.headers["content-encoding"]).toBeUndefined();
  }
});

it.each([
  ["/api/nothing", 404],
  ["/api/projects/x/mocks", 404],
  ["/api/auth/get-session", 200],
])("%s is answered shortly, which is sent as it is", async (path, status) => {
  const answer = await ask(path, accepts);
  expect(answer.status).toBe(status);
  expect(answer.body.byteLength).toBeLessThan(1024);
  expect(answer.headers["content-encoding"]).toBeUndefined();
  expect(JSON.parse(answer.text())).toBeTypeOf("object");
});

it("is done to a long refusal too", async () => {
  const responseHeaders = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`a ${at}`, "1"]));
  const body = JSON.stringify({ name: "A", endpoint: "/a", responseHeaders });
  const headers = { ...cookies(), ...accepts, "content-type": "application/json" };
  const answer = await send({ method: "POST", path: site.mocks, body, headers });
  expect(answer.status).toBe(400);
  expect(answer.headers["content-encoding"]).toBe("br");
  expect(JSON.parse(decoded(answer))).toMatchObject({ code: "invalid_request" });
});

describe("is left to the byte", () => {
  it("what a mock answers", async () => {
    const answer = await send({ host: site.host, path: "/api/mock/long", headers: accepts });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers.vary).toBe("Origin");
    expect(answer.text()).toBe(long);
  });

  it("what was captured", async () => {
    const list = `/api/projects/${site.project.id}/webhooks/${inbox.id}/requests`;
    const [captured] = (await site.owner.get(list)).json<{ id: string }[]>();
    const answer = await ask(`${list}/${captured?.id}/body`, accepts);
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers["cache-control"]).toMatch(/no-transform/);
    expect(answer.text()).toBe(long);
  });
});

it.each(["cross-site", "same-site"])(
  "what a page of a %s origin asks for with a cookie is not",
  async (from) => {
    const path = `${site.mocks}?limit=10`;
    const withCookie = await ask(path, { ...accepts, "sec-fetch-site": from });
    expect(withCookie.status).toBe(200);
    expect(withCookie.headers["content-encoding"]).toBeUndefined();
    const without = await send({
      path: "/api/openapi.json",
      headers: { ...accepts, "sec-fetch-site": from },
    });
    expect(without.headers["content-encoding"]).toBe("br");
  },
);
