import { describe, expect, it } from "vitest";
import { withoutPages } from "../door";
import { appHost, send } from "./client";
import { type Person, signUp } from "./fixtures";

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const impossible = [
  "/healthz",
  "/healthz/",
  "/metrics",
  "/.env",
  "/.git/config",
  "/wp-login.php",
  "/robots.txt",
];
const possible = ["/foo", "/foo/bar", "/foo/bar/mocks"];

describe.skipIf(withoutPages)("a path that is nothing", () => {
  it.each([...impossible, ...possible])("is 404 in JSON for a program: %s", async (path) => {
    const answer = await send({ path });
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ code: "not_found", requestId: expect.any(String) });
    expect(answer.headers.location).toBeUndefined();
  });

  it.each(impossible)("is a page that says so for a browser, with the headers of pages: %s", async (path) => {
    const answer = await send({ path, headers: html });
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.headers["content-security-policy"]).toContain("nonce-");
    expect(answer.text()).toContain("There is nothing here");
  });

  it("is the same at /metrics with any token but the operator's, of which there is none here", async () => {
    const plain = ({ error, code }: Record<string, unknown>) => ({ error, code });
    const [metrics, unknown] = await Promise.all([
      send({ path: "/metrics", headers: { authorization: "Bearer " } }),
      send({ path: "/unknown.txt" }),
    ]);
    expect(metrics.status).toBe(404);
    expect(plain(metrics.json())).toEqual(plain(unknown.json()));
    expect(Object.keys(metrics.headers).sort()).toEqual(Object.keys(unknown.headers).sort());
  });
});

describe.skipIf(withoutPages)("a path that a team's page may have", () => {
  it.each(possible)(
    "sends a browser without a session to sign in, whether there is such a team or not: %s",
    async (path) => {
      const answer = await send({ path, headers: html });
      expect(answer.status).toBe(307);
      expect(new URL(answer.headers.location ?? "", `http://${appHost}`).pathname).toBe("/sign-in");
    },
  );

  it("is a page that says so, for whoever is signed in and not in such a team", async () => {
    const person: Person = await signUp();
    const answer = await send({ path: "/foo/bar", headers: { ...html, cookie: person.cookie } });
    expect(answer.status).toBe(404);
    expect(answer.text()).toContain("There is nothing here");
  });
});
