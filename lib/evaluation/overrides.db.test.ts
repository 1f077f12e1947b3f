import KSUID from "ksuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertEnvironment } from "@/db/fixtures/rows";
import { flagGroups, groupFlags, records } from "@/db/schema/flags";
import { insertCrew } from "@/lib/auth/fixtures/caller";
import { Answer } from "@/lib/operations/answer";
import { handleClearOverride } from "@/lib/records/clear-override";
import { handleListOverrides } from "@/lib/records/list-overrides";
import { handleSetOverride } from "@/lib/records/set-override";
import { handleResolveFlags } from "./resolve-flags";

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let groupId: string;
let groupFlagId: string;
let recordId: string;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  crew = await insertCrew();
  const projectId = crew.project.id;
  await insertEnvironment(projectId);
  await insertEnvironment(projectId, { key: "staging", isDefault: false });
  groupId = KSUID.randomSync().string;
  groupFlagId = KSUID.randomSync().string;
  recordId = KSUID.randomSync().string;
  await db().insert(flagGroups).values({ id: groupId, projectId, name: "T", key: "t", prefix: "tt" });
  await db()
    .insert(groupFlags)
    .values({
      ...{ id: groupFlagId, groupId, name: "Beta", key: "beta", salt: "beta" },
      ...{ defaultEnabled: true, defaultPercentage: 0 },
    });
  await db().insert(records).values({ id: recordId, projectId, groupId, metadata: {} });
});

type Values = { enabled?: boolean | null; rollout?: number | null; environmentKey?: string };

const place = () => ({ projectId: crew.project.referenceId, groupId, recordId, groupFlagId });
const set = (values: Values) => crew.member.call(handleSetOverride, { ...place(), ...values });
const clear = (env?: string) => crew.member.call(handleClearOverride, { ...place(), ...(env && { env }) });
const list = async () =>
  (await crew.member.call(handleListOverrides, { ...place(), projectId: crew.project.referenceId })).items;

/** What an SDK gets. */
async function resolved(env?: string) {
  const answer = await crew.key.call(handleResolveFlags, {
    recordId,
    ...(env && { env }),
  });
  if (!(answer instanceof Answer)) throw new Error("The endpoint answers by itself");
  return JSON.parse(answer.text).flags.beta;
}

const groupDefault = { enabled: false, rollout: 0, source: "group-default" };

describe("an override", () => {
  test("wins over the flag's defaults, in its environment alone", async () => {
    await set({ rollout: 100 });
    expect(await resolved()).toEqual({ enabled: true, rollout: 100, source: "record" });
    expect(await resolved("staging")).toEqual(groupDefault);
    await set({ enabled: false, environmentKey: "staging" });
    expect(await resolved("staging")).toEqual({ enabled: false, rollout: 0, source: "record" });
    expect(await resolved()).toMatchObject({ enabled: true });
  });

  test("wins field by field, and keeps what a later one does not name", async () => {
    await set({ rollout: 100 });
    expect(await set({ enabled: false })).toMatchObject({ enabled: false, rollout: 100 });
    expect(await resolved()).toMatchObject({ enabled: false, rollout: 100 });
    expect(await set({ enabled: null })).toMatchObject({ enabled: null, rollout: 100 });
    expect(await resolved()).toMatchObject({ enabled: true, rollout: 100, source: "record" });
  });

  test.each<[string, () => Promise<unknown>]>([
    ["DELETE", () => clear()],
    ["null in both fields", () => set({ enabled: null, rollout: null })],
    ["null in the one field that is set", () => set({ rollout: null })],
  ])("is cleared by %s, and the defaults hold at once", async (_, end) => {
    await set({ rollout: 100 });
    await set({ rollout: 100, environmentKey: "staging" });
    expect(await resolved()).toMatchObject({ source: "record" });
    expect(await end()).toEqual({ success: true });
    expect(await resolved()).toEqual(groupDefault);
    expect(await resolved("staging")).toMatchObject({ enabled: true, source: "record" });
    expect(await list()).toHaveLength(1);
  });

  test("that is not there is cleared all the same", async () => {
    expect(await clear()).toEqual({ success: true });
    expect(await set({ enabled: null, rollout: null })).toEqual({ success: true });
    expect(await list()).toEqual([]);
  });

  test("of an environment that is not there stores nothing", async () => {
    const unknown = { code: "not_found", message: "Environment not found" };
    await expect(set({ enabled: true, environmentKey: "nowhere" })).rejects.toMatchObject(unknown);
    await expect(clear("nowhere")).rejects.toMatchObject(unknown);
    expect(await list()).toEqual([]);
  });

  test("needs a record, a flag and a group that belong together", async () => {
    for (const name of ["recordId", "groupFlagId", "groupId"]) {
      const elsewhere = { ...place(), [name]: KSUID.randomSync().string };
      await expect(
        crew.member.call(handleSetOverride, { ...elsewhere, enabled: true }),
      ).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await list()).toEqual([]);
  });
});

test("a key of another project gets nothing of a record", async () => {
  await expect(crew.foreignKey.call(handleResolveFlags, { recordId })).rejects.toMatchObject({
    code: "forbidden",
  });
});
