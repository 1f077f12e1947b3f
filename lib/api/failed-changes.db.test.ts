import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { apiKeys } from "@/db/schema/keys";
import { teamMembers } from "@/db/schema/teams";
import { Caller, clock, everyRight, inMs } from "@/lib/auth/fixtures/caller";
import { type CarryOut, doDueSteps } from "@/lib/flag-schedules/do-due";
import { handleCreateFlag } from "@/lib/flags/create-flag";
import { handleUpdateFlag } from "@/lib/flags/update-flag";
import { handleCreateApiKey } from "@/lib/keys/create-api-key";
import { AppError } from "@/lib/operations/errors";
import {
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
import { carryOutStep } from "./scheduled-changes";

setUpPlannedFlag();

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
      key: { id, projectId, ...everyRight },
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
