import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Cli } from "../cli";
import { appHost } from "./client";
import {
  createEnvironment,
  createGroup,
  createGroupFlag,
  createKey,
  createSite,
  done,
  type Person,
  type Site,
  signUp,
} from "./fixtures";

const url = `http://${appHost}`;
let cli: Cli;
let owner: Person;
let site: Site;
let env: Record<string, string>;
beforeAll(async () => {
  [cli, owner] = await Promise.all([Cli.build(), signUp()]);
});
beforeEach(async () => {
  site = await createSite(owner);
  const { key } = await createKey(owner, site.project.referenceId);
  env = { FIELDKIT_URL: url, FIELDKIT_API_KEY: key };
});
afterAll(() => cli.remove());

const run = (...args: string[]) => cli.call(args, { env });

describe("inboxes", () => {
  it("are created and listed", async () => {
    const created = await run("inbox", "create", "orders");
    expect(created).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^http\S+\/api\/webhook\/\w+\n$/),
    });
    expect((await run("inbox", "list")).stdout).toContain(created.stdout.trim());
    expect(JSON.parse((await run("inbox", "list", "--json")).stdout)).toMatchObject([{ name: "orders" }]);
  });

  it("aren't created twice with the same name", async () => {
    const first = (await run("inbox", "create", "orders")).stdout.trim();
    const { code, stderr, stdout } = await run("inbox", "create", "orders");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`The inbox orders already exists: ${first}.`);
    expect((await run("inbox", "create", "Orders")).code).toBe(0);
  });

  it("are created by listen --create, and only where there is none", async () => {
    const missing = await run("listen", "orders");
    expect([missing.code, missing.stderr]).toEqual([4, expect.stringContaining("fieldkit inbox create")]);
    for (let at = 0; at < 2; at += 1) {
      const running = cli.start(["listen", "orders", "--create", "--json"], { env });
      await expect.poll(() => running.out).toContain('"type":"connected"');
      running.kill("SIGINT");
      expect((await running.ended).code).toBe(0);
    }
    expect(JSON.parse((await run("inbox", "list", "--json")).stdout)).toHaveLength(1);
  });
});

describe("flags", () => {
  it("are created, toggled and listed in the only environment", async () => {
    expect((await run("flag", "create", "beta")).stdout).toMatch(/^Created beta in \S+\. It is off\.\n$/);
    expect((await run("flag", "on", "beta")).stdout).toMatch(/^beta is on in/);
    expect((await run("flag", "on", "beta")).stdout).toMatch(/^beta is already on in/);
    expect((await run("flag", "list")).stdout).toMatch(/^beta {2}\S+ on\n$/);
    expect((await run("flag", "off", "beta")).stdout).toMatch(/^beta is off in/);
    const { code, stderr } = await run("flag", "on", "gamma");
    expect([code, stderr]).toEqual([4, expect.stringContaining("There is no global flag")]);
  });

  it("of a group are named with their group", async () => {
    const group = await createGroup(owner, site.project.referenceId, { key: "shops", prefix: "shop" });
    await createGroupFlag(owner, group, { key: "limits" });
    const { code, stderr } = await run("flag", "on", "limits");
    expect(code).toBe(4);
    expect(stderr).toContain("limits isn't a global flag. It is a flag of the group shops.");
    expect(stderr).toContain("in the dashboard or with fieldkit flags push.");
    const created = await run("flag", "create", "limits");
    expect(created.stderr).toContain("SDKs return the flag limits of the group shops instead of this one.");
  });

  it("need an environment where there are several, and a confirmation where it is protected", async () => {
    await createEnvironment(owner, site.project.referenceId, {
      name: "Live",
      key: "live",
      isProtected: true,
    });
    await createEnvironment(owner, site.project.referenceId, { name: "Staging", key: "staging" });
    const unclear = await run("flag", "create", "beta");
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringMatching(/--env: .*live, staging/)]);
    expect((await run("flag", "create", "beta", "--env", "Staging", "--on")).code).toBe(0);
    const absent = await run("flag", "on", "beta", "--env", "live");
    expect([absent.code, absent.stderr]).toEqual([4, expect.stringContaining("flag create beta --env live")]);
    expect((await run("flag", "create", "beta", "--env", "live")).code).toBe(1);
    expect((await run("flag", "create", "beta", "--env", "live", "--confirm", "live")).code).toBe(0);
    expect((await run("flag", "on", "beta", "--env", "live")).code).toBe(1);
    expect((await run("flag", "on", "beta", "--env", "live", "--confirm", "live")).code).toBe(0);
    expect((await run("flag", "list", "--env", "live")).stdout).toMatch(/^beta {2}live on\n$/);
    expect(await run("flag", "on", "beta", "--env", "prod")).toMatchObject({ code: 4 });
  });
});

describe("a key", () => {
  it("is created by way of the browser, and is all that stdout gets", async () => {
    const running = cli.start(["key", "create", "--no-browser"], { env });
    await expect.poll(() => running.err).toMatch(/\/-\/cli\?\S+/);
    const page = new URL(/http\S+\/-\/cli\?\S+/.exec(running.err)?.[0] ?? "");
    expect(page.searchParams.get("purpose")).toBe("key");
    const [port, state, challenge] = ["port", "state", "challenge"].map((each) =>
      page.searchParams.get(each),
    );
    const keys = `/api/projects/${site.project.referenceId}/api-keys`;
    const { key } = await done<{ key: string }>(owner.post(keys, { name: "CI", personal: true }), 201);
    const codes = owner.post("/api/key/codes", { apiKey: key, challenge });
    const { code } = await done<{ code: string }>(codes, 201);
    await fetch(`http://127.0.0.1:${port}/callback?code=${code}&state=${state}`);
    const ended = await running.ended;
    expect([ended.code, ended.stdout]).toEqual([0, `${key}\n`]);
    expect(ended.stderr).not.toContain(key);
    expect(ended.stderr).toContain('Created the key "CI" for Shop');
  });

  it("isn't asked for again if the instance is signed in to already", async () => {
    expect(await run("login", url, "--if-needed")).toMatchObject({
      code: 0,
      stderr: `Signed in to Shop at ${url}.\n`,
    });
  });
});
