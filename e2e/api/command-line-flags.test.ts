import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createEnvironment, createFlag, createGroup, createGroupFlag, createSite, done } from "./fixtures";
import { repository } from "./repository";

const { now, use, run, ok, path, text, change } = repository();

describe("flags in a repository", () => {
  it("pulled and pushed, nothing changes; into another project, everything is there", async () => {
    const { owner, project } = now.site;
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
    await use(other);
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
    const { owner, project } = now.site;
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
    const { owner, project } = now.site;
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
    const { owner, project } = now.site;
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
