import { describe, expect, it } from "vitest";
import { issuePaths } from "./client";
import { createFlag, createGroupFlag, done, unique } from "./fixtures";

import { flags, group, record, sdk, setUpSite, site } from "./value-site";

setUpSite();

describe("rollouts in small steps", () => {
  it.each<[what: string, fields: Record<string, unknown>, shown: object]>([
    [
      "are shown rounded beside the percentage",
      { rolloutBasisPoints: 50 },
      { rollout: 1, rolloutBasisPoints: 50 },
    ],
    [
      "may come with it",
      { rollout: 33, rolloutBasisPoints: 3333 },
      { rollout: 33, rolloutBasisPoints: 3333 },
    ],
    ["below half a percent are 0", { rolloutBasisPoints: 49 }, { rollout: 0, rolloutBasisPoints: 49 }],
    ["are not there for a percentage alone", { rollout: 7 }, { rollout: 7, rolloutBasisPoints: null }],
    ["may be null", { rollout: 7, rolloutBasisPoints: null }, { rollout: 7, rolloutBasisPoints: null }],
  ])("%s", async (_, fields, shown) => {
    expect(await createFlag(site.owner, site.project.referenceId, fields)).toMatchObject(shown);
    const { rollout, ...steps } = fields as { rollout?: number };
    const given = { ...steps, ...(rollout !== undefined && { defaultPercentage: rollout }) };
    const { rollout: defaultPercentage, ...shownSteps } = shown as { rollout: number };
    expect(await createGroupFlag(site.owner, group, given)).toMatchObject({
      defaultPercentage,
      ...shownSteps,
    });
  });

  it("end with a percentage, and contradict none", async () => {
    const made = await createFlag(site.owner, site.project.referenceId, { rolloutBasisPoints: 50 });
    const at = `${flags}/${made.id}`;
    expect(issuePaths(await site.owner.put(at, { rollout: 20, rolloutBasisPoints: 50 }))).toEqual([
      "rolloutBasisPoints",
    ]);
    expect(issuePaths(await site.owner.put(at, { rolloutBasisPoints: null }))).toEqual([
      "rolloutBasisPoints",
    ]);
    expect(await done(site.owner.put(at, { name: "Other" }))).toMatchObject({ rolloutBasisPoints: 50 });
    expect(await done(site.owner.put(at, { rollout: 20 }))).toMatchObject({
      rollout: 20,
      rolloutBasisPoints: null,
    });
  });

  it("decide who is in, for group, record and global flag", async () => {
    const { owner, project } = site;
    const salt = unique("salt");
    const flag = await createGroupFlag(owner, group, {
      key: salt,
      defaultEnabled: true,
      rolloutBasisPoints: 9999,
    });
    const values = `/api/projects/${project.referenceId}/groups/${group.id}/records/${record.id}/values/${flag.id}`;
    await done(owner.put(values, { rolloutBasisPoints: 0 }));
    expect((await sdk())[salt]).toEqual({ enabled: false, rollout: 0, source: "record" });
    expect(await done(owner.put(values, { rolloutBasisPoints: 10_000 }))).toMatchObject({ rollout: 100 });
    expect((await sdk())[salt]).toEqual({ enabled: true, rollout: 100, source: "record" });
    expect(await done(owner.put(values, { rolloutBasisPoints: null }))).toEqual({ success: true });
  });
});
