import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Cli } from "../cli";
import { appHost } from "./client";
import {
  createEnvironment,
  createFlag,
  createGroup,
  createGroupFlag,
  createKey,
  createMock,
  createSite,
  done,
  type Person,
  type Site,
  signUp,
} from "./fixtures";

let cli: Cli;
beforeAll(async () => {
  cli = await Cli.build();
});
afterAll(() => cli.remove());

let site: Site;
let env: Record<string, string>;
let owner: Person;
beforeAll(async () => {
  owner = await signUp();
});
beforeEach(async () => {
  site = await createSite(owner);
  const { key } = await createKey(site.owner, site.project.referenceId);
  env = { FIELDKIT_URL: `http://${appHost}`, FIELDKIT_API_KEY: key };
  rmSync(join(cli.folder, "fieldkit"), { recursive: true, force: true });
});

const run = (...args: string[]) => cli.call(args, { env });
const ok = async (...args: string[]) => {
  const ended = await run(...args);
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
};
const path = (name: string) => join(cli.folder, "fieldkit", name);
const text = (name: string) => readFileSync(path(name), "utf8");
const change = (name: string, from: string, to: string) => {
  expect(text(name)).toContain(from);
  writeFileSync(path(name), text(name).replace(from, to));
};
const listed = (what: string) =>
  done<Record<string, unknown>[]>(site.owner.get(`${site.mocks.replace("mocks", what)}`));

describe("mocks in a repository", () => {
  it("pulled and pushed, nothing changes, whatever their bodies are", async () => {
    const bodies = [
      '{"a":1}',
      '{\n  "b": [1, 2]\n}',
      '{ "odd":1 }',
      "two\nlines\n",
      "",
      '{"n":1.0}',
      "12345678901234567890",
    ];
    for (const responseBody of bodies) await createMock(site.owner, site.project.id, { responseBody });
    await createMock(site.owner, site.project.id, {
      ...{ method: "POST", endpoint: "/orders/:id", name: "Orders", tags: ["b", "a"] },
      responses: [
        { name: "paid", body: '{"paid":true}', when: { all: [{ in: "query", name: "p", equals: "1" }] } },
      ],
    });
    const before = await listed("mocks");
    await ok("mocks", "pull");
    expect(text("mocks/post-orders-id.json")).toContain('"bodyJson": {\n        "paid": true');
    expect((await ok("mocks", "push", "--check")).stderr).toContain("are the same");
    await ok("mocks", "push", "--yes");
    expect(await listed("mocks")).toEqual(before);
  });

  it("a change is shown, and made only where somebody agrees", async () => {
    await createMock(site.owner, site.project.id, { endpoint: "/a", responseBody: '{"a":1}' });
    await ok("mocks", "pull");
    change("mocks/get-a.json", '"a": 1', '"a": 2');
    writeFileSync(
      path("mocks/new.json"),
      JSON.stringify({ name: "New", endpoint: "/new", responseBodyJson: [1] }),
    );
    expect((await run("mocks", "push", "--check")).code).toBe(1);
    const shown = await ok("mocks", "push", "--dry-run");
    expect(shown.stderr).toMatch(/~ GET \/a[\s\S]*-.*"a": 1[\s\S]*\+.*"a": 2[\s\S]*\+ GET \/new/);
    expect(await run("mocks", "push")).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(await listed("mocks")).toHaveLength(1);
    await ok("mocks", "push", "--yes");
    const all = (await listed("mocks")).map(({ endpoint, responseBody }) => [endpoint, responseBody]).sort();
    expect(all).toEqual([
      ["/a", '{"a":2}'],
      ["/new", "[1]"],
    ]);
    await ok("mocks", "push", "--check");
  });

  it("what somebody else has changed is not overwritten, on either side", async () => {
    const { id } = await createMock(site.owner, site.project.id, { endpoint: "/a", name: "Mine" });
    await ok("mocks", "pull");
    await done(site.owner.put(`${site.mocks}/${id}`, { name: "Theirs" }));
    expect((await ok("mocks", "push", "--yes")).stderr).toContain("1 mock newer in the project");
    change("mocks/get-a.json", "Mine", "Ours");
    const refused = await run("mocks", "push", "--yes");
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("was changed in the project since the last pull"),
    ]);
    expect((await run("mocks", "pull")).code).toBe(1);
    expect(text("mocks/get-a.json")).toContain("Ours");
    await ok("mocks", "push", "--yes", "--force");
    expect(await listed("mocks")).toMatchObject([{ name: "Ours" }]);
  });

  it("nothing is deleted but by --prune, and what was deleted elsewhere goes from the files", async () => {
    const kept = await createMock(site.owner, site.project.id, { endpoint: "/kept" });
    await createMock(site.owner, site.project.id, { endpoint: "/gone" });
    await ok("mocks", "pull");
    rmSync(path("mocks/get-gone.json"));
    await ok("mocks", "push", "--yes");
    expect(await listed("mocks")).toHaveLength(2);
    await ok("mocks", "push", "--yes", "--prune");
    expect(await listed("mocks")).toHaveLength(1);
    await done(site.owner.delete(`${site.mocks}/${kept.id}`));
    const shown = await run("mocks", "push", "--check");
    expect([shown.code, shown.stderr]).toEqual([
      1,
      expect.stringMatching(/< GET \/kept was deleted in the project\n1 mock newer.*Run fieldkit mocks pull/),
    ]);
    await ok("mocks", "pull");
    expect(existsSync(path("mocks/get-kept.json"))).toBe(false);
  });

  it("refuses wrong files, lists every problem, and writes nothing", async () => {
    await createMock(site.owner, site.project.id, { endpoint: "/a" });
    await ok("mocks", "pull");
    const write = (name: string, content: unknown) => writeFileSync(path(name), JSON.stringify(content));
    write("mocks/sound.json", { name: "Sound", endpoint: "/sound" });
    write("mocks/typed.json", { name: "B", endpoint: "/b", statusCode: 99, responseBody: { a: 1 } });
    write("mocks/unknown.json", { name: "C", endpoint: "/c", respons: "" });
    write("mocks/template.json", { endpoint: "/d", templated: true, responseBody: "{{ a" });
    writeFileSync(path("mocks/broken.json"), "{");
    const refused = await run("mocks", "push", "--yes");
    expect(refused.code).toBe(1);
    const lines = [
      ["broken", "isn't valid JSON"],
      ["typed", "responseBody must be a string. Use responseBodyJson"],
      ["typed", "statusCode must be"],
      ["unknown", "respons isn't a known field"],
      ["template", "name is missing"],
      ["template", "responseBody has a mistake in line 1"],
    ];
    for (const [name, problem] of lines) {
      expect(refused.stderr).toContain(`fieldkit/mocks/${name}.json: ${problem}`);
    }
    expect(refused.stderr).toContain("6 problems in 4 files. Nothing was changed.");
    const { stderr } = await run("mocks", "push", "--check", "--json");
    const [, failure = ""] = stderr.trim().split("\n");
    expect(JSON.parse(failure)).toMatchObject({
      code: "failed",
      problems: expect.arrayContaining([
        { file: "fieldkit/mocks/unknown.json", path: "respons", message: expect.stringContaining("known") },
      ]),
    });
    expect(await listed("mocks")).toHaveLength(1);
  });

  it("leaves nothing to do after a push that is done", async () => {
    await createMock(site.owner, site.project.id, { endpoint: "/pulled" });
    await ok("mocks", "pull");
    const mock = { name: " Orders ", endpoint: "orders", tags: [" a "], responses: [{ body: "x" }] };
    writeFileSync(path("mocks/new.json"), JSON.stringify(mock));
    expect((await ok("mocks", "push", "--yes")).stderr).toContain("Done: 1 change made.");
    expect((await ok("mocks", "push", "--check")).stderr).toContain("Files and project are the same.");
    rmSync(path("mocks/get-pulled.json"));
    const left = await ok("mocks", "push", "--yes");
    expect(left.stderr).toContain("0 changes made, 1 difference left.");
    const { code, stdout } = await run("mocks", "push", "--check", "--json");
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ differs: true, differences: [{ key: "GET /pulled", change: "extra" }] }),
    ]);
  });

  it("ends with 3 for a key that only reads, and says so once", async () => {
    await createMock(site.owner, site.project.id, { endpoint: "/a" });
    await createMock(site.owner, site.project.id, { endpoint: "/b" });
    await ok("mocks", "pull");
    for (const name of ["a", "b"]) change(`mocks/get-${name}.json`, '"enabled": true', '"enabled": false');
    const { key } = await createKey(site.owner, site.project.referenceId, { scope: "read" });
    env = { ...env, FIELDKIT_API_KEY: key };
    const { code, stderr } = await run("mocks", "push", "--yes");
    expect([code, stderr.match(/needs a key with the scope/g)?.length]).toEqual([3, 1]);
    expect(stderr).toContain("0 of 2 changes made.");
  });
});

describe("flags in a repository", () => {
  it("pulled and pushed, nothing changes; into another project, everything is there", async () => {
    const { owner, project } = site;
    await createEnvironment(owner, project.referenceId, { name: "Staging", key: "staging" });
    await createFlag(owner, project.referenceId, { key: "beta", enabled: true, rollout: 30 });
    await createFlag(owner, project.referenceId, {
      key: "beta",
      environmentKey: "staging",
      rolloutBasisPoints: 1250,
    });
    const group = await createGroup(owner, project.referenceId, { key: "shops", prefix: "shop" });
    const first = await createGroupFlag(owner, group, { key: "zeta", defaultEnabled: true });
    await createGroupFlag(owner, group, {
      ...{ key: "alpha", type: "string", onValue: "yes", offValue: "no" },
      prerequisites: [{ flagKey: first.key, variant: null }],
      rules: [{ conditions: [{ attribute: "plan", operator: "equals", values: ["pro"] }], percentage: 50 }],
    });
    await ok("flags", "pull");
    await ok("flags", "push", "--check");
    change("flags/global/beta.json", '"rollout": 30', '"rollout": 40');
    await ok("flags", "push", "--yes");
    const flags = await done<{ rollout: number }[]>(owner.get(`/api/projects/${project.referenceId}/flags`));
    expect(flags).toMatchObject([{ key: "beta", rollout: 40 }]);
    const other = await createSite();
    await createEnvironment(other.owner, other.project.referenceId, { name: "Staging", key: "staging" });
    env = { ...env, FIELDKIT_API_KEY: (await createKey(other.owner, other.project.referenceId)).key };
    await ok("flags", "push", "--yes");
    await ok("flags", "push", "--check");
    writeFileSync(
      path("flags/global/beta.json"),
      JSON.stringify({ kind: "global", key: "beta", environments: { stagin: { enabled: true } } }),
    );
    const refused = await run("flags", "push", "--yes");
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("environments.stagin isn't an environment"),
    ]);
  });

  it("refuses files whose values, rules or references the API would refuse, before it writes any", async () => {
    const { owner, project } = site;
    const rows = `/api/projects/${project.referenceId}`;
    const [live] = await done<{ key: string }[]>(owner.get(`${rows}/environments`));
    const environment = String(live?.key);
    const { key: group } = await createGroup(owner, project.referenceId, { key: "shops", prefix: "shop" });
    mkdirSync(path("flags"), { recursive: true });
    const write = (name: string, content: unknown) =>
      writeFileSync(path(`flags/${name}.json`), JSON.stringify(content));
    const values = { type: "object", variants: [{ key: "small", value: { max: 5 }, weight: 100 }] };
    const schema = { properties: { max: { type: "integer" } } };
    const global = (key: string, fields: object) =>
      write(key, { kind: "global", key, environments: { [environment]: fields } });
    const conditions = [{ segment: "nobody" }];
    global("a-sound", { enabled: true });
    global("incomplete", values);
    global("unsatisfied", { ...values, offValue: { max: "1" }, valueSchema: schema });
    const targeting = { rules: [{ conditions, variant: "large" }], prerequisites: [{ flagKey: "none" }] };
    write("ruled", { kind: "flag", group, key: "ruled", ...values, offValue: {}, ...targeting });
    for (const option of ["--check", "--dry-run", "--yes"]) {
      const { code, stderr } = await run("flags", "push", option);
      expect(code).toBe(1);
      const at = `environments.${environment}`;
      for (const line of [
        `incomplete.json: ${at}.offValue is required for a flag of the type object`,
        `unsatisfied.json: ${at}.offValue does not satisfy the schema: /max`,
        "ruled.json: rules.0.variant names no variant of the flag: large",
        "ruled.json: rules.0.conditions.0.segment names no segment of the project: nobody",
        "ruled.json: prerequisites.0.flagKey names no flag of the group: none",
        "5 problems in 3 files. Nothing was changed.",
      ]) {
        expect(stderr).toContain(line);
      }
    }
    expect(await done(owner.get(`${rows}/flag-keys`))).toEqual([]);
  });

  it("a short file keeps its fields, and a pulled one gets new environments", async () => {
    const { owner, project } = site;
    const flags = `/api/projects/${project.referenceId}/flags`;
    mkdirSync(path("flags"), { recursive: true });
    const short = { kind: "global", key: "beta", environments: { production: { enabled: true } } };
    writeFileSync(path("flags/beta.json"), JSON.stringify(short));
    await createFlag(owner, project.referenceId, { key: "pulled" });
    await ok("flags", "push", "--yes");
    await ok("flags", "pull");
    const all = await done<{ id: string; key: string }[]>(owner.get(flags));
    const id = all.find(({ key }) => key === "beta")?.id;
    await done(owner.put(`${flags}/${id}`, { enabled: false, description: "Theirs" }));
    await createEnvironment(owner, project.referenceId, { name: "Staging", key: "staging" });
    await createFlag(owner, project.referenceId, { key: "pulled", environmentKey: "staging" });
    expect((await run("flags", "push", "--check")).stderr).toContain("1 flag newer in the project.");
    await ok("flags", "pull");
    expect(JSON.parse(text("flags/beta.json")).environments).toEqual({ production: { enabled: false } });
    expect(text("flags/global/pulled.json")).toContain('"staging": {');
    await done(owner.put(`${flags}/${id}`, { description: "Theirs again" }));
    change("flags/beta.json", "false", "true");
    expect((await ok("flags", "push", "--yes")).stderr).toContain("Done: 1 change made.");
    expect(await done(owner.get(`${flags}/${id}`))).toMatchObject({
      enabled: true,
      description: "Theirs again",
    });
  });

  it("a protected environment has to be named", async () => {
    const { owner, project } = site;
    await createEnvironment(owner, project.referenceId, { name: "Live", key: "live", isProtected: true });
    await done(
      owner.call(
        "POST",
        `/api/projects/${project.referenceId}/flags`,
        { name: "Beta", key: "beta", environmentKey: "live" },
        { "x-confirm-environment": "live" },
      ),
      201,
    );
    await ok("flags", "pull");
    change("flags/global/beta.json", '"enabled": false', '"enabled": true');
    writeFileSync(path("flags/shops.json"), JSON.stringify({ kind: "group", key: "shops", prefix: "shop" }));
    const refused = await run("flags", "push", "--yes");
    const message = "affect live, which is protected. Add --confirm live. Nothing was changed.";
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(await done(owner.get(`/api/projects/${project.referenceId}/groups`))).toEqual([]);
    await ok("flags", "push", "--yes", "--confirm", "live");
  });
});
