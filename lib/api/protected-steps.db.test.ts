import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertEnvironment } from "@/db/fixtures/rows";
import { environments } from "@/db/schema/flags";
import { inMs, insertCrew } from "@/lib/auth/fixtures/caller";
import { handleCreateFlagSchedule } from "@/lib/flag-schedules/create-schedule";
import { doDueSteps } from "@/lib/flag-schedules/do-due";
import { handleCreateFlag } from "@/lib/flags/create-flag";
import { handleGetFlag } from "@/lib/flags/get-flag";
import { carryOutStep } from "./scheduled-changes";

await openProcessDatabase();

test("a planned change of an environment that was protected since is done, because nobody is there to name it", async () => {
  const { admin, project } = await insertCrew();
  const { id: environmentId } = await insertEnvironment(project.id);
  const projectId = project.referenceId;
  const { id: flagId } = (await admin.call(handleCreateFlag, { projectId, name: "F", key: "f" })) as {
    id: string;
  };
  const steps = [{ at: inMs(1000).toISOString(), enabled: true }];
  await admin.call(handleCreateFlagSchedule, { projectId, flagId, steps });
  await db().update(environments).set({ isProtected: true }).where(eq(environments.id, environmentId));
  await doDueSteps(db(), () => inMs(1000), carryOutStep);
  expect(await admin.call(handleGetFlag, { projectId, flagId })).toMatchObject({ enabled: true });
});
