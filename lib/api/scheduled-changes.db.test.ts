import { describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { scheduledChanges } from "@/db/schema/flag-schedules";
import { inMs } from "@/lib/auth/fixtures/caller";
import { handleCancelFlagSchedule } from "@/lib/flag-schedules/cancel-schedule";
import { handleCreateGroupFlagSchedule } from "@/lib/flag-schedules/create-schedule";
import { handleCreateGroup } from "@/lib/groups/create-group";
import { handleCreateGroupFlag } from "@/lib/groups/create-group-flag";
import { handleGetGroupFlag } from "@/lib/groups/get-group-flag";
import {
  at,
  type Change,
  crew,
  entries,
  flag,
  made,
  pass,
  place,
  plan,
  schedules,
  setUpPlannedFlag,
  statesOf,
} from "./fixtures/planned-flag";

setUpPlannedFlag();

describe("a ramp", () => {
  const ramp: [number, Change][] = [
    [1000, { enabled: true, rollout: 5 }],
    [2000, { rolloutBasisPoints: 2550 }],
    [3000, { rollout: 100 }],
  ];

  test("is done step by step, each at its time", async () => {
    await plan(ramp);
    expect(await pass(999)).toEqual(inMs(1000));
    expect(await flag()).toMatchObject({ enabled: false, rollout: 100 });
    expect(await pass(1000)).toEqual(inMs(2000));
    expect(await flag()).toMatchObject({ enabled: true, rollout: 5 });
    expect(await statesOf()).toEqual([["done", "pending", "pending"]]);
    await pass(2500);
    expect(await flag()).toMatchObject({ rollout: 26, rolloutBasisPoints: 2550 });
    expect(await pass(3000)).toBeNull();
    expect(await flag()).toMatchObject({ enabled: true, rollout: 100, rolloutBasisPoints: null });
    expect(await schedules()).toMatchObject([
      { state: "done", createdBy: { kind: "person", id: crew.admin.id } },
    ]);
  });

  test("that nobody was there for is done in order as soon as somebody is", async () => {
    await plan(ramp);
    await pass(60_000);
    expect(await flag()).toMatchObject({ enabled: true, rollout: 100 });
    expect((await entries()).map(({ after }) => after?.rollout)).toEqual([5, 26, 100]);
    await pass(70_000);
    expect(await entries()).toHaveLength(3);
  });

  test("leaves an entry for each step, of its planner's and with the step's id", async () => {
    const { steps } = await plan(ramp, crew.member);
    await pass(1000);
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      ...{ actorKind: "person", actorId: crew.member.actor.kind === "user" && crew.member.actor.user.id },
      ...{ operation: "updateFlag", subjectKind: "flag", subjectId: place.flagId, subjectName: "F" },
      ...{ before: { enabled: false, rollout: 100 }, after: { enabled: true, rollout: 5 } },
      ...{ clientAddress: null, userAgent: null, requestId: null, scheduledChangeId: steps[0]?.id },
    });
  });

  test("is cancelled from where it is", async () => {
    const { id } = await plan(ramp);
    await pass(1000);
    const cancel = () => crew.member.call(handleCancelFlagSchedule, { ...place, scheduleId: id });
    expect(await cancel()).toMatchObject({ state: "cancelled" });
    await pass(60_000);
    expect(await statesOf()).toEqual([["done", "cancelled", "cancelled"]]);
    expect(await flag()).toMatchObject({ rollout: 5 });
    await expect(cancel()).rejects.toMatchObject({ code: "conflict" });
  });

  test("makes a known state of the flag an old one", async () => {
    const before = await flag();
    await plan(ramp);
    await pass(1000);
    expect(Date.parse((await flag()).updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  });
});

test("two schedules of a flag are done in the order of their times", async () => {
  await plan([
    [1000, { rollout: 1 }],
    [3000, { rollout: 3 }],
  ]);
  await plan([[2000, { rollout: 2 }]]);
  await pass(10_000);
  expect((await entries()).map(({ after }) => after?.rollout)).toEqual([1, 2, 3]);
});

test("a flag of a group changes by its defaults", async () => {
  const { projectId } = place;
  const group = await made(crew.admin.call(handleCreateGroup, { projectId, name: "G" }));
  const inGroup = { projectId, groupId: group.id };
  const inIt = await made(
    crew.admin.call(handleCreateGroupFlag, {
      ...inGroup,
      name: "F",
      key: "f",
      defaultEnabled: true,
    }),
  );
  const own = { ...inGroup, groupFlagId: inIt.id };
  const steps = [{ at: at(1000), defaultEnabled: false, defaultPercentage: 7 }];
  await crew.admin.call(handleCreateGroupFlagSchedule, { ...own, steps });
  await pass(1000);
  expect(await crew.admin.call(handleGetGroupFlag, own)).toMatchObject({
    defaultEnabled: false,
    defaultPercentage: 7,
  });
  expect(await entries()).toMatchObject([
    { operation: "updateGroupFlag", subjectKind: "groupFlag", subjectId: inIt.id },
  ]);
});

describe("what can be planned", () => {
  test("is five schedules of a flag that are not over", async () => {
    for (let n = 1; n <= 5; n += 1) await plan([[n * 1000, { rollout: n }]]);
    await expect(plan([[9000, { rollout: 9 }]])).rejects.toMatchObject({ code: "conflict" });
    await pass(1000);
    await plan([[9000, { rollout: 9 }]]);
  });

  test("keeps the last twenty that are over", async () => {
    for (let n = 0; n < 23; n += 1) {
      const { id } = await plan([[1000, { rollout: n }]]);
      await crew.admin.call(handleCancelFlagSchedule, { ...place, scheduleId: id });
    }
    expect((await schedules()).length).toBeLessThanOrEqual(20);
    const rows = await db().select().from(scheduledChanges);
    expect(rows.filter(({ change }) => change.rollout === 22)).toHaveLength(1);
  });
});

test("of two that do what is due at once, each step is done by one", async () => {
  await plan([
    [1000, { rollout: 1 }],
    [1001, { rollout: 2 }],
    [1002, { rollout: 3 }],
  ]);
  await Promise.all([pass(5000), pass(5000), pass(5000)]);
  await pass(6000);
  expect((await entries()).map(({ after }) => after?.rollout)).toEqual([1, 2, 3]);
});
