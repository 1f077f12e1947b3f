import { beforeAll, describe, expect, it } from "vitest";
import { appHost, mockDomain, port, send } from "./client";
import { createMock, createSite, type Site } from "./fixtures";

let site: Site;
let label: string;

beforeAll(async () => {
  site = await createSite();
  label = `${site.team.referenceId}-${site.project.slug}`;
  await createMock(site.owner, site.project.id, { endpoint: "/here", responseBody: "here" });
});

const ask = (host: string, path = "/api/mock/here", method = "GET") => send({ host, path, method });

describe("a project host", () => {
  it("is the project's host as the API shows it", async () => {
    expect(site.project.host).toBe(site.host);
    expect(new URL(site.project.mockBaseUrl).host).toBe(site.host);
    expect((await ask(site.project.host)).text()).toBe("here");
  });

  it("is recognised in any letter case, with any port and with none", async () => {
    const [name = ""] = site.host.split(":");
    for (const host of [name, name.toUpperCase(), `${name}:1`, `${name.toUpperCase()}:${port}`]) {
      expect((await ask(host)).text(), host).toBe("here");
    }
  });

  it("serves neither the API nor the dashboard", async () => {
    const paths = [
      ...["/", "/api", "/api/teams", "/api/auth/get-session", "/api/openapi.json", "/sign-in", "/sign-up"],
      ...["/livez", "/readyz", "/icon.svg", `/${site.team.slug}`, "/_next/static/x.js", "/api/mockery/here"],
    ];
    for (const path of paths) {
      for (const method of ["GET", "POST"]) {
        const answer = await send({
          method,
          host: site.host,
          path,
          headers: { cookie: site.owner.cookie },
        });
        expect(answer.status, `${method} ${path}`).toBe(404);
        expect(answer.headers["set-cookie"], path).toBeUndefined();
      }
    }
  });

  it("does not sign anybody in", async () => {
    const body = JSON.stringify({ email: site.owner.email, password: "correct horse battery" });
    const headers = { "content-type": "application/json" };
    const answer = await send({
      method: "POST",
      host: site.host,
      path: "/api/auth/sign-in/email",
      headers,
      body,
    });
    expect(answer.status).toBe(404);
  });
});

describe("an unknown host is 404 Project not found", () => {
  it.each([
    ["an unknown team", () => `zzzzzzzz-${site.project.slug}.${mockDomain}`],
    ["an unknown slug", () => `${site.team.referenceId}-unknown.${mockDomain}`],
    ["a team without a slug", () => `${site.team.referenceId}.${mockDomain}`],
    ["an empty slug", () => `${site.team.referenceId}-.${mockDomain}`],
    ["a label that is no reference", () => `x.${mockDomain}`],
    ["a label of 63 characters", () => `${"a".repeat(63)}.${mockDomain}`],
  ])("%s", async (_, host) => {
    const answer = await ask(host());
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ error: "Project not found", code: "not_found" });
  });
});

describe("mocks live on their project's host alone", () => {
  it.each([
    ["the app's host", () => appHost],
    ["the app's address", () => `127.0.0.1:${port}`],
    ["the bare mock domain", () => mockDomain],
    ["a label above the project's", () => `deep.${label}.${mockDomain}`],
    ["a domain that ends alike", () => `${label}.evil${mockDomain}`],
    ["a domain that begins alike", () => `${label}.mock.localhost.evil.example`],
  ])("not on %s", async (_, host) => {
    const answer = await ask(host());
    expect(answer.status).toBe(404);
    expect(answer.text()).not.toBe("here");
  });

  it("X-Forwarded-Host does not choose the project", async () => {
    const headers = { "x-forwarded-host": site.host };
    const answer = await send({ host: appHost, path: "/api/mock/here", headers });
    expect(answer.status).toBe(404);
  });

  it("two projects with one endpoint stay apart", async () => {
    const other = await createSite();
    await createMock(other.owner, other.project.id, { endpoint: "/here", responseBody: "there" });
    expect((await ask(site.host)).text()).toBe("here");
    expect((await ask(other.host)).text()).toBe("there");
  });
});
