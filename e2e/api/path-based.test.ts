import { beforeAll, describe, expect, it } from "vitest";
import { appHost, mockDomain, send } from "./client";
import {
  type Captured,
  createCollection,
  createMock,
  createSite,
  createWebhook,
  done,
  type Site,
  type Webhook,
} from "./fixtures";

let site: Site;
let label: string;
let prefix: string;
let inbox: Webhook;

beforeAll(async () => {
  site = await createSite();
  label = `${site.team.referenceId}-${site.project.slug}`;
  prefix = `/p/${label}`;
  const create = (fields: Record<string, unknown>) => createMock(site.owner, site.project.id, fields);
  await create({ endpoint: "/users/:id", responseBody: "user" });
  await create({
    endpoint: "/cookies",
    responseHeaders: { "Set-Cookie": ["a=1", "b=2"], "Content-Type": "text/html", "X-Own": "1" },
    responseBody: "{{ request.cookies | json }} {{ request.headers | json }}",
    templated: true,
  });
  inbox = await createWebhook(site.owner, site.project.id);
});

const ask = (path: string, more: Partial<Parameters<typeof send>[0]> = {}) =>
  send({ path: prefix + path, ...more });
const credentials = () => ({
  cookie: `theme=dark; ${site.owner.cookie}`,
  "x-api-key": `fk_${"a".repeat(36)}`,
});

describe("the path-based URL of a project", () => {
  it("is in the project and its inboxes", () => {
    expect(site.project).toMatchObject({ mockPathUrl: `http://${appHost}${prefix}/api/mock` });
    expect(inbox).toMatchObject({
      pathUrl: `http://${appHost}${prefix}/api/webhook/${inbox.referenceId}`,
    });
  });

  it.each([
    ["/api/mock/users/7", 200],
    ["/api/mock/users/7?a=%00&b=..%2f", 200],
    ["/api/mock/users/%2e%2e%2f7", 200],
    ["/api/mock//users/7", 404],
    ["/api/mock/users/", 404],
    ["/api/other", 404],
    ["/api", 404],
  ])("answers %s as the project's host does", async (path, status) => {
    const [byPath, byHost] = await Promise.all([ask(path), send({ host: site.host, path })]);
    const shown = (answer: typeof byPath) => {
      const body = answer.text().replace(/"requestId":"[^"]*"/, "");
      return { status: answer.status, body };
    };
    expect(shown(byPath)).toEqual(shown(byHost));
    expect(byPath.status).toBe(status);
    expect(byPath.headers["content-security-policy"]).toBe("sandbox");
  });

  it("returns 404 for an unknown project, and takes no page's path", async () => {
    const unknown = await send({ path: "/p/zzzzzzzz-shop/api/mock/users/7" });
    expect([unknown.status, unknown.json().error]).toEqual([404, "Project not found"]);
    expect((await send({ path: `${prefix}/mocks` })).headers["content-security-policy"]).not.toBe("sandbox");
    const elsewhere = await send({ host: `x.${mockDomain}`, path: `${prefix}/api/mock/users/7` });
    expect(elsewhere.text()).not.toBe("user");
  });

  it("is in the Location header of a collection that was called by path", async () => {
    const { path } = await createCollection(site.owner, site.project.id);
    const added = await ask(`/api/mock${path}`, { method: "POST", body: '{"id": 1}' });
    expect(added.headers.location).toBe(`http://${appHost}${prefix}/api/mock${path}/1`);
  });
});

describe("on the app's origin", () => {
  it("no browser shows or runs a response", async () => {
    for (const destination of ["document", "iframe", "script", "serviceworker"]) {
      const answer = await ask("/api/mock/users/7", { headers: { "sec-fetch-dest": destination } });
      expect(answer.status, destination).toBe(400);
      expect(answer.json().hint).toBe(`In a browser, use http://${site.host}/api/mock/users/7`);
      expect(answer.headers["content-security-policy"]).toBe("sandbox");
    }
    const inFrame = await ask(`/api/webhook/${inbox.referenceId}`, {
      headers: { "sec-fetch-dest": "frame" },
    });
    expect(inFrame.status).toBe(400);
  });

  it("a mock sets no cookies and sees none of the app's", async () => {
    const answer = await ask("/api/mock/cookies", { headers: credentials() });
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(answer.headers).toMatchObject({ "content-security-policy": "sandbox", "x-own": "1" });
    expect(answer.text()).toMatch(/^\{"theme":"dark"\} /);
    expect(answer.text()).not.toMatch(/fieldkit|fk_/);
  });

  it("pages of other origins read responses without credentials only", async () => {
    const headers = { origin: "https://shop.example", "access-control-request-method": "PUT" };
    for (const method of ["GET", "OPTIONS"]) {
      const answer = await ask("/api/mock/users/7", { method, headers });
      expect(answer.headers["access-control-allow-origin"]).toBe("https://shop.example");
      expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
    }
  });

  it("neither the request log nor an inbox stores the app's credentials", async () => {
    await ask("/api/mock/users/log", { headers: credentials() });
    const sent = await ask(`/api/webhook/${inbox.referenceId}/sub?x=1`, {
      method: "POST",
      headers: credentials(),
      body: "hi",
    });
    expect(sent.json()).toMatchObject({ success: true });
    const { owner, project } = site;
    const [captured] = await done<Captured[]>(
      owner.get(`/api/projects/${project.id}/webhooks/${inbox.id}/requests`),
    );
    expect(captured).toMatchObject({
      ...{ path: "/sub", rawUrl: `${prefix}/api/webhook/${inbox.referenceId}/sub?x=1`, query: { x: "1" } },
      body: "hi",
    });
    expect(JSON.stringify(captured)).toContain("theme=dark");
    const calls = `/api/projects/${project.id}/mock-calls`;
    const [call] = await done<{ id: string }[]>(owner.get(`${calls}?q=/users/log`));
    const logged = JSON.stringify(await done(owner.get(`${calls}/${call?.id}`)));
    expect(logged).toContain("theme=dark");
    for (const stored of [logged, JSON.stringify(captured)]) {
      expect(stored).not.toMatch(/session_token|fk_aaa/);
    }
  });
});

describe("a mock or inbox without a project", () => {
  it.each(["/api/mock/hello", "/api/webhook/abc", "/api/mock"])("%s explains both URLs", async (path) => {
    for (const method of ["GET", "POST"]) {
      const answer = await send({ path, method });
      expect(answer.status, method).toBe(404);
      const { hint } = answer.json();
      expect(hint).toContain(`http://<host label>.${mockDomain}${path}`);
      expect(hint).toContain(`http://${appHost}/p/<host label>${path}`);
    }
  });
});
