import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { projects } from "@/db/schema/projects";
import { projectTraffic } from "@/db/schema/traffic";
import { pruneTraffic } from "./prune-traffic";
import { type Counts, hourMs } from "./traffic-counts";
import { writeTraffic } from "./write-traffic";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

const noon = new Date("2030-01-01T12:00:00Z");
const hour = noon.getTime() / hourMs;
const counts = (some: Partial<Counts>): Counts => ({ mocks: 0, captures: 0, checks: 0, errors: 0, ...some });

const rowsOf = (projectId: string) =>
  db().select().from(projectTraffic).where(eq(projectTraffic.projectId, projectId));

test("counts are added to what others have stored", async () => {
  const { id } = await insertProject();
  const batch = [
    { projectId: id, hour, counts: counts({ mocks: 2, errors: 1 }) },
    { projectId: id, hour: hour + 1, counts: counts({ checks: 3 }) },
  ];
  expect(await writeTraffic(db(), batch)).toEqual(new Map([[id, "written"]]));
  await Promise.all([writeTraffic(db(), batch), writeTraffic(db(), batch.slice(0, 1))]);
  expect(await rowsOf(id)).toEqual(
    expect.arrayContaining([
      { projectId: id, hour: noon, ...counts({ mocks: 6, errors: 3 }) },
      { projectId: id, hour: new Date(noon.getTime() + hourMs), ...counts({ checks: 6 }) },
    ]),
  );
});

test("a project that is gone does not keep the others from being stored", async () => {
  const [{ id }, gone] = [await insertProject(), uuidv7()];
  const batch = [id, gone].map((projectId) => ({ projectId, hour, counts: counts({ captures: 1 }) }));
  expect(await writeTraffic(db(), batch)).toEqual(
    new Map([
      [id, "written"],
      [gone, "gone"],
    ]),
  );
  expect(await rowsOf(id)).toHaveLength(1);
});

test("counts go with their project", async () => {
  const { id } = await insertProject();
  await writeTraffic(db(), [{ projectId: id, hour, counts: counts({ mocks: 1 }) }]);
  await db().delete(projects).where(eq(projects.id, id));
  expect(await rowsOf(id)).toEqual([]);
});

test("counts of 31 days stay by the hour, of older ones their sum", async () => {
  const { id } = await insertProject();
  const write = (days: number) =>
    writeTraffic(db(), [{ projectId: id, hour: hour - 24 * days, counts: counts({ mocks: 1, errors: 2 }) }]);
  for (const days of [0, 30, 32, 40]) await write(days);
  await pruneTraffic(db(), noon);
  await write(50);
  for (let times = 0; times < 2; times += 1) await pruneTraffic(db(), noon);
  const rows = await rowsOf(id);
  expect(rows).toHaveLength(3);
  expect(rows).toContainEqual({ projectId: id, hour: new Date(0), ...counts({ mocks: 3, errors: 6 }) });
});

test("many projects are one statement", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await insertProject()).id));
  await writeTraffic(
    db(),
    ids.map((projectId) => ({ projectId, hour, counts: counts({ mocks: 1 }) })),
  );
  const [sum] = await db()
    .select({ rows: sql<number>`count(*)`.mapWith(Number) })
    .from(projectTraffic);
  expect(sum?.rows).toBeGreaterThanOrEqual(20);
});
