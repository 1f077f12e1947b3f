import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Cli } from "../cli";
import { appHost, expectRefusal, send } from "./client";
import { bearer, createKey, createSite, done, type Site } from "./fixtures";
import { createInbox } from "./inbox";

const url = `http://${appHost}`;
let cli: Cli;
let site: Site;
let key: string;
beforeAll(async () => {
  [cli, site] = await Promise.all([Cli.build(), createSite()]);
  ({ key } = await createKey(site.owner, site.project.referenceId, { name: "Desk" }));
});
afterAll(() => cli.remove());

describe("what a key is", () => {
  const ask = (as: string) => send({ path: "/api/key", headers: bearer(as) });

  it("is told to the key, with its project and where that is", async () => {
    const { project, team } = site;
    expect(await done(ask(key))).toMatchObject({
      ...{ name: "Desk", scope: "admin", expiresAt: null, team: { slug: team.slug } },
      project: { id: project.id, referenceId: project.referenceId, name: "Shop", slug: project.slug },
      addresses: {
        dashboard: expect.stringMatching(`/${team.slug}/${project.slug}$`),
        public: `http://${site.host}`,
      },
    });
  });

  it("also to one that only reads, but to none that pages have, and not to people", async () => {
    const keyOf = async (scope: string) =>
      (await createKey(site.owner, site.project.referenceId, { scope })).key;
    expect((await ask(await keyOf("read"))).status).toBe(200);
    expectRefusal(await ask(await keyOf("evaluate")), 403);
    expectRefusal(await site.owner.get("/api/key"), 401);
  });
});

describe("signing in with a key", () => {
  const file = () => join(cli.configHome, "fieldkit", "config.json");

  it("keeps it where only its owner reads it, and whoami says whose it is", async () => {
    const { code, stderr } = await cli.run(["login", url, "--key", "-"], { input: `${key}\n` });
    expect([code, stderr]).toEqual([0, expect.stringContaining("Signed in to Shop")]);
    expect(stderr).not.toContain(key);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const { stdout } = await cli.run(["whoami", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ url, scope: "admin", project: { id: site.project.id } });
  });

  it("a variable takes the place of a profile", async () => {
    const env = { FIELDKIT_URL: url, FIELDKIT_API_KEY: key };
    const { stdout } = await cli.run(["whoami", "--json"], { env });
    expect(JSON.parse(stdout)).toMatchObject({ profile: "FIELDKIT_API_KEY" });
  });

  it("a write refuses a URL and a profile of different instances, and names its project first", async () => {
    const { webhook } = await createInbox(site);
    const mixed = await cli.call(["trigger", webhook.id], { env: { FIELDKIT_URL: "http://127.0.0.1:2" } });
    expect([mixed.code, mixed.stderr]).toEqual([
      2,
      expect.stringMatching(/127\.0\.0\.1:2, but .* is for http/),
    ]);
    const { stderr } = await cli.call(["trigger", webhook.id]);
    expect(stderr).toBe(`Project Shop at ${url}\n`);
    const asJson = await cli.call(["trigger", webhook.id, "--json"]);
    expect(JSON.parse(asJson.stderr)).toEqual({ instance: url, project: "Shop" });
  });

  it("a key of the environment isn't stored", async () => {
    const before = readFileSync(file(), "utf8");
    const env = { FIELDKIT_URL: url, FIELDKIT_API_KEY: key };
    expect(await cli.call(["login", url], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("commands use them without a login"),
    });
    expect(readFileSync(file(), "utf8")).toBe(before);
  });

  it("a key of the environment isn't sent to another instance", async () => {
    const env = { FIELDKIT_API_KEY: key };
    expect(await cli.call(["login", url], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("FIELDKIT_API_KEY is set without FIELDKIT_URL"),
    });
  });

  it("several profiles stand side by side, until they are forgotten", async () => {
    const other = await createSite();
    const theirs = await createKey(other.owner, other.project.referenceId);
    await cli.run(["login", url, "--key", theirs.key, "--name", "other"]);
    const named = async (...args: string[]) =>
      JSON.parse((await cli.run(["whoami", "--json", ...args])).stdout).project.id;
    expect(await named()).toBe(other.project.id);
    const { stderr } = await cli.run(["logout"]);
    expect(stderr).toMatch(/Removed the profile other\. The current profile is .*: Shop at http/);
    expect(await named()).toBe(site.project.id);
    expect((await cli.run(["whoami", "--profile", "other"])).code).toBe(2);
  });
});

describe("an error is one line that says what to do", () => {
  const elsewhere = { FIELDKIT_URL: "http://127.0.0.1:2", FIELDKIT_API_KEY: "fk_x" };
  const stale = { FIELDKIT_URL: url, FIELDKIT_API_KEY: `fk_${"a".repeat(36)}` };
  const nobody = { XDG_CONFIG_HOME: "/nonexistent" };

  it.each<[string, string[], Record<string, string>, number, RegExp]>([
    ["of a command that is none", ["lisen"], {}, 2, /Did you mean listen\?/],
    ["of an option that is none", ["listen", "a", "--forwrad", "x"], {}, 2, /Did you mean --forward\?/],
    ["of nobody", ["whoami"], nobody, 3, /fieldkit login/],
    ["of a key that is none", ["whoami"], stale, 3, /check FIELDKIT_API_KEY/],
    ["of an instance that is not there", ["whoami"], elsewhere, 5, /connection refused\. Check the URL/],
  ])("%s", async (_, args, env, exit, says) => {
    const { code, stderr } = await cli.call(args, { env });
    expect([code, stderr]).toEqual([exit, expect.stringMatching(says)]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    const asJson = await cli.call([...args, "--json"], { env });
    expect(JSON.parse(asJson.stderr)).toMatchObject({ error: expect.stringMatching(says) });
  });
});
