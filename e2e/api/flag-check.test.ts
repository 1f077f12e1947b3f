import { describe, expect, it } from "vitest";
import { expectRefusal, issuePaths } from "./client";
import { createEnvironment, createFlag, createSite, done, type Flag, named, unique } from "./fixtures";
import { environmentPath, make, path, production, setUpSite, site, staging } from "./flag-site";

setUpSite();

type Check = { enabled: boolean; rollout: number; source: string; environment: unknown };

describe("checking a flag", () => {
  const check = (key: string, query = "") => done<Check>(site.owner.get(`${path}/check/${key}${query}`));

  it("rolls once, then answers from the cache", async () => {
    const { key } = await make({ enabled: true });
    const answer = { enabled: true, rollout: 100, environment: named(production) };
    expect(await check(key)).toEqual({ ...answer, source: "global" });
    for (let count = 0; count < 3; count += 1)
      expect(await check(key)).toEqual({ ...answer, source: "cache" });
  });

  it.each([
    [{ enabled: true, rollout: 100 }, true],
    [{ enabled: true, rollout: 0 }, false],
    [{ enabled: false, rollout: 100 }, false],
    [{ enabled: false, rollout: 50 }, false],
  ])("%j is %j every time", async (fields, enabled) => {
    const { id, key } = await make(fields);
    for (let count = 0; count < 5; count += 1) {
      expect(await check(key)).toMatchObject({ enabled, rollout: fields.rollout });
      await done(site.owner.put(`${path}/${id}`, { name: unique("again") }));
    }
  });

  it("30 first checks at once are one roll, which everybody gets", async () => {
    for (let count = 0; count < 3; count += 1) {
      const { key } = await make({ enabled: true, rollout: 50 });
      const answers = await Promise.all(Array.from({ length: 30 }, () => check(key)));
      expect(new Set(answers.map(({ enabled }) => enabled)).size).toBe(1);
      expect(answers.filter(({ source }) => source === "global")).toHaveLength(1);
    }
  });

  it("a rollout between rolls on for some and off for others", async () => {
    const { id, key } = await make({ enabled: true, rollout: 50 });
    const seen = new Set<boolean>();
    for (let count = 0; count < 40 && seen.size < 2; count += 1) {
      seen.add((await check(key)).enabled);
      await done(site.owner.put(`${path}/${id}`, { rollout: 50 }));
    }
    expect([...seen].sort()).toEqual([false, true]);
  });

  it.each<[string, (flag: Flag) => [path: string, body: unknown]]>([
    ["the flag's switch", ({ id }) => [`${path}/${id}`, { enabled: false }]],
    ["the flag's rollout", ({ id }) => [`${path}/${id}`, { rollout: 0 }]],
    ["the flag's name", ({ id }) => [`${path}/${id}`, { name: "Renamed" }]],
    [
      "the environment's name",
      ({ environment }) => [environmentPath(environment.id), { name: unique("New") }],
    ],
    ["the environment's key", ({ environment }) => [environmentPath(environment.id), { key: unique("new") }]],
  ])("a change of %s drops the cached answer at once", async (_, change) => {
    const environment = await createEnvironment(site.owner, site.project.referenceId);
    const flag = await make({ enabled: true, environmentKey: environment.key });
    expect(await check(flag.key, `?env=${environment.key}`)).toMatchObject({
      enabled: true,
      source: "global",
    });
    const [changed, body] = change(flag);
    await done(site.owner.put(changed, body));
    const { environment: now, ...shown } = await done<Flag>(site.owner.get(`${path}/${flag.id}`));
    expect(await check(flag.key, `?env=${now.key}`)).toEqual({
      enabled: shown.enabled && shown.rollout > 0,
      rollout: shown.rollout,
      source: "global",
      environment: now,
    });
  });

  it("an answer that was rolled while the flag changed does not outlive the change", async () => {
    for (let count = 0; count < 5; count += 1) {
      const { id, key } = await make({ enabled: true });
      const checks = Array.from({ length: 10 }, () => check(key));
      await done(site.owner.put(`${path}/${id}`, { rollout: 0 }));
      const late = Array.from({ length: 10 }, () => check(key));
      await Promise.all(checks);
      for (const { enabled } of await Promise.all(late)) expect(enabled).toBe(false);
      expect(await check(key)).toMatchObject({ enabled: false, rollout: 0 });
    }
  });

  it("each environment has a roll and answer of its own", async () => {
    const key = unique("both");
    await make({ key, enabled: true });
    await make({ key, enabled: false, rollout: 40, environmentKey: "stg" });
    expect(await check(key)).toMatchObject({ enabled: true, source: "global" });
    const other = { enabled: false, rollout: 40, environment: named(staging) };
    expect(await check(key, "?env=Staging%20EU")).toEqual({ ...other, source: "global" });
    expect(await check(key, "?env=STG")).toEqual({ ...other, source: "cache" });
  });

  it("with a targetingKey the answer is the subject's own, whatever was rolled, and never from the cache", async () => {
    const { id, key } = await make({ key: unique("checkout"), enabled: true, rollout: 50 });
    await check(key);
    const subjects = Array.from({ length: 40 }, (_, at) => `tenant-${at}`);
    const all = async () => {
      const answers = await Promise.all(subjects.map((each) => check(key, `?targetingKey=${each}`)));
      for (const { source } of answers) expect(source).toBe("global");
      return answers.map(({ enabled }) => enabled);
    };
    const first = await all();
    expect(new Set(first).size).toBe(2);
    expect(await all()).toEqual(first);
    await done(site.owner.put(`${path}/${id}`, { name: "Renamed" }));
    expect(await all()).toEqual(first);
    await done(site.owner.put(`${path}/${id}`, { rollout: 100 }));
    expect(new Set(await all())).toEqual(new Set([true]));
    await done(site.owner.put(`${path}/${id}`, { rollout: 0 }));
    expect(new Set(await all())).toEqual(new Set([false]));
  });

  it.each([
    ["tenant-1", 1679],
    ["tenant-2", 2288],
    ["tenant-7", 6855],
  ])(
    "the flag checkout is on for %s from the percentage on that its bucket %i lies below",
    async (subject, bucket) => {
      const fresh = await createSite();
      const flags = `/api/projects/${fresh.project.referenceId}/flags`;
      const { id } = await createFlag(fresh.owner, fresh.project.referenceId, {
        name: "Checkout",
        enabled: true,
      });
      const least = Math.floor(bucket / 100) + 1;
      for (const [rollout, enabled] of [
        [least - 1, false],
        [least, true],
      ]) {
        await done(fresh.owner.put(`${flags}/${id}`, { rollout }));
        const answer = fresh.owner.get(`${flags}/check/checkout?targetingKey=${subject}`);
        expect(await done(answer)).toMatchObject({ enabled, rollout });
      }
    },
  );

  it("an unknown flag is 404 Flag not found, an unknown environment 404 Environment not found", async () => {
    const { key } = await make();
    for (const unknown of ["nobody", key.toUpperCase(), "%C3%A9", "toString", "__proto__"]) {
      expectRefusal(await site.owner.get(`${path}/check/${unknown}`), 404, "Flag not found");
    }
    expectRefusal(await site.owner.get(`${path}/check/${key}?env=stg`), 404, "Flag not found");
    for (const env of ["nowhere", ""]) {
      const answer = await site.owner.get(`${path}/check/${key}?env=${env}`);
      expectRefusal(answer, 404, "Environment not found");
    }
  });

  it.each(["targetingKey=", `targetingKey=${"x".repeat(501)}`, "targetingKey=a&targetingKey=b"])(
    "?%s is 400",
    async (query) => {
      const { key } = await make();
      expect(issuePaths(await site.owner.get(`${path}/check/${key}?${query}`))).toEqual(["targetingKey"]);
    },
  );
});
