import { isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/db/database";
import { embeddedUrl } from "@/db/embedded/embedded-url";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertEnvironment } from "@/db/fixtures/rows";
import { auditEntries } from "@/db/schema/audit";
import { scheduledChanges } from "@/db/schema/flag-schedules";
import { clock, inMs, insertCrew } from "@/lib/auth/fixtures/caller";
import { handleCreateFlagSchedule } from "@/lib/flag-schedules/create-schedule";
import { handleCreateFlag } from "@/lib/flags/create-flag";
import { handleUpdateFlag } from "@/lib/flags/update-flag";
import { handleCreateApiKey } from "@/lib/keys/create-api-key";
import type { Answer } from "@/lib/operations/answer";
import { env } from "@/lib/platform/env/env";
import { type Client, createClient } from "@/sdk/src/index";
import { startTraced, type TracedFunctions } from "./traced-functions";

/** A database that nobody serves but functions, so that nothing happens to flags between two requests. */
const closeDatabase = await openProcessDatabase();
const cronSecret = "secret-of-the-scheduler";
const entries = [
  "server/app/api/teams/route.js",
  "server/app/api/cron/route.js",
  "server/app/api/sdk/stream/route.js",
  "server/app/api/ofrep/v1/evaluate/flags/route.js",
];
const start = (settings: Record<string, string> = {}) =>
  startTraced({
    ...{ entries, databaseUrl: embeddedUrl(env().dataDir), port: 3000 },
    env: { CRON_SECRET: cronSecret, ...settings },
  });

let functions: TracedFunctions;
beforeAll(async () => {
  functions = await start();
});
afterAll(async () => {
  await functions?.stop();
  await closeDatabase();
});

/** What was made, which none of these answers in a form of its own. */
const made = async <T>(answer: Promise<T>) => (await answer) as Exclude<T, Answer>;

let crew: Awaited<ReturnType<typeof insertCrew>>;
let place: { projectId: string; flagId: string };
let key: string;

/** A project with a flag that is off. An hour ago, as everything that is done here without a request. */
beforeEach(async () => {
  clock.now = new Date(Date.now() - 3_600_000);
  crew = await insertCrew();
  await insertEnvironment(crew.project.id);
  const projectId = crew.project.referenceId;
  const flag = await made(
    crew.admin.call(handleCreateFlag, { projectId, name: "Checkout", key: "checkout", enabled: false }),
  );
  place = { projectId, flagId: flag.id };
  const named = { projectId, name: "Page", scope: "evaluate" } as const;
  ({ key } = await made(crew.admin.call(handleCreateApiKey, named)));
});

/** A change that somebody planned then, and that is due now. */
const planDue = () =>
  made(
    crew.admin.call(handleCreateFlagSchedule, {
      ...place,
      steps: [{ at: inMs(60_000).toISOString(), enabled: true }],
    }),
  );
const stepOf = async (id: string) =>
  (await db().select().from(scheduledChanges)).find(({ scheduleId }) => scheduleId === id);
const entriesOf = async (stepId: string) =>
  (await db().select().from(auditEntries).where(isNotNull(auditEntries.scheduledChangeId))).filter(
    ({ scheduledChangeId }) => scheduledChangeId === stepId,
  );

/** Done once, in the name of who planned it. */
async function expectDone(scheduleId: string): Promise<void> {
  const step = await stepOf(scheduleId);
  expect(step).toMatchObject({ state: "done" });
  expect(await entriesOf(String(step?.id))).toMatchObject([
    {
      ...{ operation: "updateFlag", subjectId: place.flagId, actorKind: "person" },
      ...{ before: { enabled: false }, after: { enabled: true }, requestId: null },
    },
  ]);
}

it("a change that is due is done once by the next request of whichever function", async () => {
  const { id } = await planDue();
  expect(await stepOf(id)).toMatchObject({ state: "pending" });
  // Several at once, so that both instances look; each looks every five seconds only.
  await expect
    .poll(async () => {
      await Promise.all([1, 2, 3, 4].map(() => functions.ask({ path: "/api/teams" })));
      return (await stepOf(id))?.state;
    })
    .toBe("done");
  await expectDone(id);
  const evaluated = await functions.fetch("http://localhost/api/ofrep/v1/evaluate/flags", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ context: { targetingKey: "a" } }),
  });
  expect(await evaluated.json()).toMatchObject({ flags: [{ key: "checkout", value: true }] });
});

it("the platform's scheduler does a change that nobody's request did", async () => {
  // Both instances have looked just now.
  for (const _ of [1, 2]) await functions.ask({ path: "/api/teams" });
  const { id } = await planDue();
  const cron = (secret: string) =>
    functions.ask({ path: "/api/cron", headers: { authorization: `Bearer ${secret}` } });
  expect((await cron("another-secret-of-sixteen")).status).toBe(401);
  expect((await cron(cronSecret)).status).toBe(200);
  await expect.poll(async () => (await stepOf(id))?.state).toBe("done");
  await expectDone(id);
  expect((await cron(cronSecret)).status).toBe(200);
  await expectDone(id);
});

/** A page with the SDK, and what it was told of. */
async function openPage(given: TracedFunctions, pollMs?: number) {
  const errors: string[] = [];
  const client: Client = createClient({
    ...{ url: "http://localhost:3000", key, subject: "somebody", fetch: given.fetch, pollMs },
    onError: ({ message }) => errors.push(message),
  });
  await client.ready();
  return { client, errors };
}
const change = () => crew.admin.call(handleUpdateFlag, { ...place, enabled: true });

it("a stream of changes lasts within a function, and tells of what others changed", async () => {
  const { client, errors } = await openPage(functions, 3_600_000);
  expect(client.isOn("checkout")).toBe(false);
  await change();
  await expect.poll(() => client.isOn("checkout")).toBe(true);
  client.close();
  expect(errors).toEqual([]);
});

it("where no streams are wanted, clients are refused and poll", async () => {
  const without = await start({ QUOTAS: "flagStreams=0" });
  const { client, errors } = await openPage(without, 200);
  await expect.poll(() => errors.at(-1)).toContain("answered 429");
  await change();
  await expect.poll(() => client.isOn("checkout")).toBe(true);
  client.close();
  await without.stop();
});
