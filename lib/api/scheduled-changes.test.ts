import { and, asc, eq, isNotNull } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertEnvironment } from "@/db/fixtures/rows";
import { auditEntries } from "@/db/schema/audit";
import { scheduledChanges } from "@/db/schema/flag-schedules";
import { apiKeys } from "@/db/schema/keys";
import { teamMembers } from "@/db/schema/teams";
import { Caller, clock, inMs, insertCrew } from "@/lib/auth/fixtures/caller";
import { handleCancelFlagSchedule } from "@/lib/flag-schedules/cancel-schedule";
import {
  handleCreateFlagSchedule,
  handleCreateGroupFlagSchedule,
} from "@/lib/flag-schedules/create-schedule";
import { type CarryOut, doDueSteps } from "@/lib/flag-schedules/do-due";
import { handleListFlagSchedules } from "@/lib/flag-schedules/list-schedules";
import { handleCreateFlag } from "@/lib/flags/create-flag";
import { handleGetFlag } from "@/lib/flags/get-flag";
import { handleUpdateFlag } from "@/lib/flags/update-flag";
import { handleCreateGroup } from "@/lib/groups/create-group";
import { handleCreateGroupFlag } from "@/lib/groups/create-group-flag";
import { handleGetGroupFlag } from "@/lib/groups/get-group-flag";
import { handleCreateApiKey } from "@/lib/keys/create-api-key";
import type { Answer } from "@/lib/operations/answer";
import { AppError } from "@/lib/operations/errors";
import { carryOutStep } from "./scheduled-changes";

await openProcessDatabase();

/** What was made, which none of these answers in a form of its own. */
const made = async <T>(answer: Promise<T>) => (await answer) as Exclude<T, Answer>;

let crew: Awaited<ReturnType<typeof insertCrew>>;
let place: { projectId: string; flagId: string };

beforeEach(async () => {
  crew = await insertCrew();
  await insertEnvironment(crew.project.id);
  const projectId = crew.project.referenceId;
  const { id } = await made(crew.admin.call(handleCreateFlag, { projectId, name: "F", key: "f" }));
  place = { projectId, flagId: id };
});

type Change = { enabled?: boolean; rollout?: number; rolloutBasisPoints?: number };
const at = (ms: number) => inMs(ms).toISOString();
const plan = (steps: [ms: number, change: Change][], caller: Caller = crew.admin, where = place) =>
  made(
    caller.call(handleCreateFlagSchedule, {
      ...where,
      steps: steps.map(([ms, change]) => ({ at: at(ms), ...change })),
    }),
  );
/** What is due at this time is done. */
const pass = (ms: number, carryOut: CarryOut = carryOutStep) => doDueSteps(db(), () => inMs(ms), carryOut);
const flag = (flagId = place.flagId) => made(crew.admin.call(handleGetFlag, { ...place, flagId }));
const schedules = async () => (await crew.admin.call(handleListFlagSchedules, place)).items;
const statesOf = async () => (await schedules()).map(({ steps }) => steps.map(({ state }) => state));
const entries = () =>
  db()
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.projectId, crew.project.id), isNotNull(auditEntries.scheduledChangeId)))
    .orderBy(asc(auditEntries.id));

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

describe("who planned a change", () => {
  test("must still be a member, or it fails and ends the schedule", async () => {
    await plan(
      [
        [1000, { rollout: 1 }],
        [2000, { rollout: 2 }],
      ],
      crew.member,
    );
    await db()
      .delete(teamMembers)
      .where(eq(teamMembers.userId, crew.member.actor.kind === "user" ? crew.member.actor.user.id : ""));
    await pass(1000);
    expect(await schedules()).toMatchObject([
      {
        state: "failed",
        steps: [
          {
            state: "failed",
            reason: expect.stringContaining("is not a member of the project’s team any more"),
          },
          { state: "cancelled", reason: "A step before it failed." },
        ],
      },
    ]);
    expect(await flag()).toMatchObject({ rollout: 100 });
    expect(await entries()).toEqual([]);
  });

  test("may be a key, for as long as it is not revoked", async () => {
    const { id } = await made(
      crew.admin.call(handleCreateApiKey, { projectId: place.projectId, name: "CI" }),
    );
    const [{ projectId } = { projectId: "" }] = await db().select().from(apiKeys).where(eq(apiKeys.id, id));
    const key = new Caller({
      kind: "key",
      key: { id, projectId, scope: "admin", environmentId: null, origins: null },
    });
    await plan([[1000, { rollout: 1 }]], key);
    await plan([[2000, { rollout: 2 }]], key);
    await pass(1000);
    expect(await entries()).toMatchObject([{ actorKind: "key", actorId: id, actorName: "CI" }]);
    await db().update(apiKeys).set({ revokedAt: clock.now }).where(eq(apiKeys.id, id));
    await pass(2000);
    expect((await schedules()).map(({ state }) => state).sort()).toEqual(["done", "failed"]);
    expect(await flag()).toMatchObject({ rollout: 1 });
  });
});

describe("a step that cannot be done", () => {
  test("because it is refused fails with what was said, and leaves nothing of it", async () => {
    await plan([[1000, { rollout: 1 }]]);
    await pass(1000, async (ctx, step) => {
      await carryOutStep(ctx, step);
      throw new AppError("conflict", "Not today.");
    });
    expect(await schedules()).toMatchObject([{ steps: [{ state: "failed", reason: "Not today." }] }]);
    expect(await flag()).toMatchObject({ rollout: 100 });
    expect(await entries()).toEqual([]);
  });

  test("because something broke is tried again, later each time, and given up in the end", async () => {
    await plan([
      [1000, { rollout: 1 }],
      [1001, { rollout: 2 }],
    ]);
    let tries = 0;
    const broken: CarryOut = async () => {
      tries += 1;
      throw new Error("broken");
    };
    const seen: number[] = [];
    for (let next: Date | null = inMs(2000); next; ) {
      const now: Date = next;
      seen.push(now.getTime() - clock.now.getTime());
      next = await doDueSteps(db(), () => now, broken);
    }
    expect(tries).toBe(8);
    expect(seen.slice(0, 4)).toEqual([2000, 3000, 5000, 9000]);
    expect(await statesOf()).toEqual([["failed", "cancelled"]]);
  });

  test("keeps nothing else from being done", async () => {
    await plan([[1000, { rollout: 1 }]]);
    const other = await made(
      crew.admin.call(handleCreateFlag, {
        projectId: place.projectId,
        name: "G",
        key: "g",
      }),
    );
    await plan([[1000, { rollout: 9 }]], crew.admin, { ...place, flagId: other.id });
    await pass(1000, (ctx, step) => {
      if (step.flagId === place.flagId) throw new Error("broken");
      return carryOutStep(ctx, step);
    });
    expect([(await flag()).rollout, (await flag(other.id)).rollout]).toEqual([100, 9]);
    await pass(2000);
    expect(await flag()).toMatchObject({ rollout: 1 });
  });

  test("changes what was changed by hand meanwhile, and says nothing where nothing differs", async () => {
    await plan([[1000, { rollout: 1 }]]);
    await crew.admin.call(handleUpdateFlag, { ...place, rollout: 1 });
    await pass(1000);
    expect(await statesOf()).toEqual([["done"]]);
    expect(await entries()).toEqual([]);
  });
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
