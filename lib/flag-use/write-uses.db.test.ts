import { asc, eq } from "drizzle-orm";
import KSUID from "ksuid";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { flagUseCounts, flagUses } from "@/db/schema/flag-uses";
import { environments, flags } from "@/db/schema/flags";
import { projects } from "@/db/schema/projects";
import { pruneUses } from "./prune-uses";
import { hourMs, minuteMs, Tally, type Use } from "./use-counts";
import { writeUses } from "./write-uses";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

const noon = new Date("2030-01-01T12:00:00Z");
const hour = noon.getTime() / hourMs;

type Given = Partial<Use> & { count?: number; lastAt?: number };

async function begin() {
  const { id: projectId } = await insertProject();
  const environmentId = KSUID.randomSync().string;
  await db()
    .insert(environments)
    .values({ id: environmentId, projectId, name: "Live", key: "live", isDefault: false });
  const flagNamed = (id: string) => ({
    ...{ projectId, id, environmentId, name: id, key: id, salt: id, enabled: true, rollout: 100 },
  });
  await db().insert(flags).values(["a", "b", "c"].map(flagNamed));
  const tally = (flagId: string, { count = 1, lastAt = noon.getTime(), ...more }: Given = {}): Tally => {
    const use = { projectId, environmentId, kind: "global" as const, flagId, answer: "on", hour, ...more };
    return Object.assign(new Tally(use, lastAt / minuteMs), { count });
  };
  return { projectId, environmentId, tally };
}

const stored = (projectId: string) =>
  db()
    .select({
      flagId: flagUses.flagId,
      answer: flagUses.answer,
      start: flagUseCounts.start,
      count: flagUseCounts.count,
    })
    .from(flagUses)
    .innerJoin(flagUseCounts, eq(flagUseCounts.useId, flagUses.id))
    .where(eq(flagUses.projectId, projectId))
    .orderBy(asc(flagUses.flagId), asc(flagUses.answer), asc(flagUseCounts.start));

const shown = async (projectId: string) =>
  (await stored(projectId)).map(({ flagId, answer, start, count }) =>
    [flagId, answer, (start.getTime() - noon.getTime()) / hourMs, count].join(" "),
  );

test("counts are added to what others have stored, also at the same time", async () => {
  const { projectId, tally } = await begin();
  const batch = [tally("a", { count: 2 }), tally("a", { hour: hour + 1 }), tally("b", { answer: "off" })];
  expect(await writeUses(db(), batch)).toEqual(new Map([[projectId, "written"]]));
  await Promise.all([writeUses(db(), batch.toReversed()), writeUses(db(), batch.slice(0, 1))]);
  expect(await shown(projectId)).toEqual(["a on 0 6", "a on 1 2", "b off 0 2"]);
});

test("the last evaluation is the latest, whoever stores it last", async () => {
  const { projectId, tally } = await begin();
  for (const minutes of [1, 3, 2]) {
    await writeUses(db(), [tally("a", { lastAt: noon.getTime() + minutes * 60_000 })]);
  }
  const [row] = await db().select().from(flagUses).where(eq(flagUses.projectId, projectId));
  expect(row?.lastEvaluatedAt.toISOString()).toBe("2030-01-01T12:03:00.000Z");
});

test("counts of flags, environments and projects that are gone go nowhere, and keep no others back", async () => {
  const { projectId, tally } = await begin();
  const gone = uuidv7();
  const batch = [
    ...[tally("gone"), tally("a", { environmentId: "gone" }), tally("a", { projectId: gone })],
    tally("a"),
  ];
  const fates = await writeUses(db(), batch);
  expect([fates.get(projectId), fates.get(gone)]).toEqual(["written", "gone"]);
  expect(await shown(projectId)).toEqual(["a on 0 1"]);
});

test("a project has so many answers at most, and those go on", async () => {
  const { projectId, tally } = await begin();
  const answers = ["1", "2", "3", "4", "5"].map((answer) => tally("a", { answer }));
  await writeUses(db(), answers.slice(0, 2), 3);
  await writeUses(db(), answers, 3);
  await writeUses(db(), answers, 3);
  const rows = await stored(projectId);
  expect(rows).toHaveLength(3);
  expect(rows.filter(({ count }) => count === 3)).toHaveLength(2);
  expect(rows.filter(({ count }) => count === 2)).toHaveLength(1);
});

test("hours that are over become days, a month is kept, and what no flag has goes", async () => {
  const { projectId, environmentId, tally } = await begin();
  const at = (hours: number) => tally("a", { hour: hour - hours });
  await writeUses(db(), [0, 10, 24, 40, 41, 24 * 32, 24 * 40].map(at));
  await writeUses(db(), [tally("b", { lastAt: noon.getTime() - 3 * 24 * hourMs })]);
  await db().delete(flags).where(eq(flags.id, "b"));
  for (let times = 0; times < 2; times += 1) await pruneUses(db(), noon);
  // 40 hours before noon is 20:00 of the day before yesterday, which began 60 hours ago.
  expect(await shown(projectId)).toEqual(["a on -60 2", "a on -24 1", "a on -10 1", "a on 0 1"]);
  await db().delete(environments).where(eq(environments.id, environmentId));
  await pruneUses(db(), new Date(noon.getTime() + 2 * 24 * hourMs));
  expect(await stored(projectId)).toEqual([]);
});

test("counts go with their project", async () => {
  const { projectId, tally } = await begin();
  await writeUses(db(), [tally("a")]);
  await db().delete(projects).where(eq(projects.id, projectId));
  expect(await db().select().from(flagUses).where(eq(flagUses.projectId, projectId))).toEqual([]);
});
