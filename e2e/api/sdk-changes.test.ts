import { describe, expect, it } from "vitest";
import { expectRefusal, send } from "./client";
import {
  bearer,
  createEnvironment,
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSite,
  done,
  named,
  unique,
} from "./fixtures";
import {
  ask,
  base,
  createPlace,
  group,
  overrideOf,
  type Resolved,
  resolve,
  setUpSite,
  site,
} from "./sdk-site";

setUpSite();

describe("a change holds for the next answer", () => {
  type Place = Awaited<ReturnType<typeof createPlace>>;
  const changes: [name: string, change: (at: Place) => Promise<unknown>, flags: Resolved["flags"]][] = [
    [
      "an override set",
      ({ record, flag }) => done(site.owner.put(overrideOf(record, flag), { enabled: true, rollout: 100 })),
      { beta: { enabled: true, rollout: 100, source: "record" } },
    ],
    [
      "a flag's default switched",
      ({ place, flag }) =>
        done(site.owner.put(`${base}/groups/${place.id}/flags/${flag.id}`, { defaultEnabled: true })),
      { beta: { enabled: true, rollout: 100, source: "group-default" } },
    ],
    [
      "a flag's percentage",
      ({ place, flag }) =>
        done(site.owner.put(`${base}/groups/${place.id}/flags/${flag.id}`, { defaultPercentage: 7 })),
      { beta: { enabled: false, rollout: 7, source: "group-default" } },
    ],
    [
      "a flag's key",
      ({ place, flag }) =>
        done(site.owner.put(`${base}/groups/${place.id}/flags/${flag.id}`, { key: "gamma" })),
      { gamma: { enabled: false, rollout: 100, source: "group-default" } },
    ],
    [
      "a flag added",
      ({ place }) => createGroupFlag(site.owner, place, { key: "added" }),
      {
        beta: { enabled: false, rollout: 100, source: "group-default" },
        added: { enabled: false, rollout: 100, source: "group-default" },
      },
    ],
    [
      "a flag deleted",
      ({ place, flag }) => done(site.owner.delete(`${base}/groups/${place.id}/flags/${flag.id}`)),
      {},
    ],
  ];

  it.each(changes)("%s", async (_, change, flags) => {
    const at = await createPlace();
    const before = await ask(at.record.id);
    await change(at);
    const after = await ask(at.record.id, "", { "if-none-match": String(before.headers.etag) });
    expect(after.status).toBe(200);
    expect(after.json<Resolved>().flags).toEqual(flags);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it("an override cleared, by either way", async () => {
    const { record, flag } = await createPlace();
    for (const clear of [
      () => site.owner.put(overrideOf(record, flag), { enabled: null, rollout: null }),
      () => site.owner.delete(overrideOf(record, flag)),
    ]) {
      await done(site.owner.put(overrideOf(record, flag), { enabled: true }));
      expect((await resolve(record.id)).flags.beta?.source).toBe("record");
      await done(clear());
      expect((await resolve(record.id)).flags.beta?.source).toBe("group-default");
    }
  });

  it("an environment renamed, made the default and deleted", async () => {
    const fresh = await createSite();
    const { owner, project } = fresh;
    const own = (await createKey(owner, project.referenceId)).key;
    const { id } = await createRecord(owner, await createGroup(owner, project.referenceId));
    const environments = `/api/projects/${project.referenceId}/environments`;
    const shown = async (query = "") =>
      (await done<Resolved>(send({ path: `/api/flags/${id}${query}`, headers: bearer(own) }))).environment;
    const first = await shown();
    const qa = await createEnvironment(owner, project.referenceId, { name: "QA" });
    expect(await shown("?env=qa")).toEqual(named(qa));
    await done(owner.put(`${environments}/${qa.id}`, { name: "Quality", key: "quality" }));
    expect(await shown("?env=qa")).toBeNull();
    expect(await shown("?env=quality")).toEqual({ id: qa.id, name: "Quality", key: "quality" });
    await done(owner.put(`${environments}/${qa.id}`, { isDefault: true }));
    expect((await shown())?.id).toBe(qa.id);
    await done(owner.delete(`${environments}/${first?.id}`));
    expect(await shown("?env=production")).toBeNull();
  });

  it("a record created after it was asked for, and deleted", async () => {
    const id = unique("late");
    expectRefusal(await ask(id), 404, "Record not found");
    await createRecord(site.owner, group, { id });
    expect((await resolve(id)).recordId).toBe(id);
    await done(site.owner.delete(`${base}/groups/${group.id}/records/${id}`));
    expectRefusal(await ask(id), 404, "Record not found");
  });

  it("under constant reading no answer that is asked for after a change is from before it", async () => {
    const { record, flag } = await createPlace();
    let ended = false;
    const lanes = Array.from({ length: 6 }, async () => {
      while (!ended) await resolve(record.id);
    });
    for (let round = 0; round < 20; round += 1) {
      const rollout = round * 5;
      await done(site.owner.put(overrideOf(record, flag), { enabled: true, rollout }));
      expect((await resolve(record.id)).flags.beta?.rollout).toBe(rollout);
    }
    ended = true;
    await Promise.all(lanes);
  });
});
