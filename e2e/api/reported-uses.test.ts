import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocalClient, type LocalClient } from "@/sdk/src/server";
import { expectRefusal, issuePaths, port } from "./client";
import {
  bearer,
  createEnvironment,
  createFlag,
  createGroup,
  createGroupFlag,
  createKey,
  createSite,
  done,
  type Group,
  postJson,
  type Site,
  unique,
} from "./fixtures";
import { countsOf, patiently, soon } from "./usage-counts";

let site: Site;
let base: string;
let key: string;
let group: Group;
const clients: LocalClient[] = [];

beforeAll(async () => {
  site = await createSite();
  base = `/api/projects/${site.project.referenceId}`;
  key = (await createKey(site.owner, site.project.referenceId, { scope: "read" })).key;
  await createEnvironment(site.owner, site.project.referenceId, { name: "Staging", key: "staging" });
  group = await createGroup(site.owner, site.project.referenceId, { key: "tenants" });
});
afterAll(() => {
  for (const client of clients) client.close();
});

const report = (uses: unknown, { as = key, ...more }: { as?: string; env?: unknown } = {}) =>
  postJson("/api/sdk/uses", { uses, ...more }, bearer(as));
const globalFlag = async () => {
  const flag = await createFlag(site.owner, site.project.referenceId, { key: unique("f") });
  return { ...flag, path: `${base}/flags/${flag.id}` };
};
const groupFlag = async (fields: Record<string, unknown>) => {
  const flag = await createGroupFlag(site.owner, group, fields);
  return { ...flag, path: `${base}/groups/${group.id}/flags/${flag.id}` };
};
const expectCounts = (path: string, counts: object, query = "") =>
  expect.poll(() => countsOf(site.owner, path, query), soon).toEqual(counts);

describe("answers that a program decided itself", () => {
  it("are counted with the others, by flag, environment and answer", patiently, async () => {
    const variants = [{ key: "blue", value: "b", weight: 100 }];
    const varied = await groupFlag({ type: "string", onValue: "x", offValue: "y", variants });
    const global = await globalFlag();
    const uses = [
      { flag: varied.key, group: "tenants", answer: "blue", count: 1_000_000_000 },
      { flag: varied.key, group: "tenants", answer: "override", count: 2 },
      { flag: global.key, answer: "on", count: 3 },
      { flag: global.key, answer: "on", count: 4 },
    ];
    expect(await done(report(uses))).toEqual({ counted: 4 });
    expect(
      await done(
        report([{ flag: varied.key, group: "tenants", answer: "off", count: 5 }], { env: "staging" }),
      ),
    ).toEqual({
      counted: 1,
    });
    await expectCounts(varied.path, { blue: 1_000_000_000, override: 2 }, "?env=production");
    await expectCounts(varied.path, { off: 5 }, "?env=staging");
    await expectCounts(global.path, { on: 7 });
    await expect
      .poll(
        async () =>
          (await done<{ lastEvaluatedAt: string | null }>(site.owner.get(global.path))).lastEvaluatedAt,
        soon,
      )
      .not.toBeNull();
  });

  it("are passed over where there is no such flag, group or variant", async () => {
    const { key: flag, path } = await globalFlag();
    const none = unique("none");
    const made = [
      { flag: none, answer: "on" },
      { flag, group: "tenants", answer: "on" },
      { flag, group: none, answer: "on" },
      { flag, answer: "blue" },
      { flag, answer: "override" },
      { flag, answer: "__proto__" },
      { flag: "__proto__", group: "__proto__", answer: "constructor" },
    ];
    expect(await done(report(made.map((each) => ({ ...each, count: 1 }))))).toEqual({ counted: 0 });
    await expectCounts(path, {});
  });

  it.each([
    [[], "uses"],
    ["all", "uses"],
    [Array.from({ length: 1001 }, () => ({ flag: "f", answer: "on", count: 1 })), "uses"],
    [[{ flag: "f", answer: "on", count: 0 }], "uses.0.count"],
    [[{ flag: "f", answer: "on", count: 1.5 }], "uses.0.count"],
    [[{ flag: "f", answer: "on", count: 1_000_000_001 }], "uses.0.count"],
    [[{ flag: "", answer: "on", count: 1 }], "uses.0.flag"],
    [[{ flag: "x".repeat(129), answer: "on", count: 1 }], "uses.0.flag"],
    [[{ flag: "f", answer: "on", count: 1, group: null }], "uses.0.group"],
  ])("have to be right: %#", async (uses, path) => {
    expect(issuePaths(await report(uses))).toEqual([path]);
  });

  it("are not for pages, and for environments that there are", async () => {
    const uses = [{ flag: "f", answer: "on", count: 1 }];
    const { owner, project } = site;
    const evaluating = await createKey(owner, project.referenceId, { scope: "evaluate" });
    expectRefusal(await report(uses, { as: evaluating.key }), 403);
    expectRefusal(await report(uses, { env: "none" }), 404, "Environment not found");
  });

  it("are reported by the SDK", patiently, async () => {
    const half = await groupFlag({ defaultEnabled: true, defaultPercentage: 50 });
    const silent = await globalFlag();
    const client = createLocalClient({ url: `http://127.0.0.1:${port}`, key, updates: "none" });
    clients.push(client);
    await client.ready();
    let on = 0;
    for (let n = 0; n < 400; n += 1)
      on += client.isOn(half.key, { targetingKey: `subject-${n}`, group: "tenants" }) ? 1 : 0;
    expect(on).toBeGreaterThan(100);
    await client.flush();
    await expectCounts(half.path, { on, off: 400 - on });
    await expectCounts(silent.path, {});
  });
});
