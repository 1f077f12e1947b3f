import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AiServer, diligent, serveAi } from "../ai-server";
import { type Door, startDoor } from "../door";
import { commitsOf, Releases } from "../faults/releases";
import { serveGit } from "../git-http-server";
import { createRepository } from "../git-repository";
import { createScratchDatabase } from "../scratch-database";

const count = 130;
/** How long a process may be silent before another one takes over. */
const leaseMs = 60_000;

let root: string;
let ai: AiServer;
let git: Awaited<ReturnType<typeof serveGit>>;
let database: Awaited<ReturnType<typeof createScratchDatabase>>;
let doors: Door[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "fieldkit-repos-"));
  createRepository(
    root,
    "large",
    commitsOf(Array.from({ length: count }, (_, place) => `fix: thing ${place}`)),
  );
  [ai, git] = await Promise.all([serveAi(diligent), serveGit(root)]);
  const adminUrl = process.env.FIELDKIT_TEST_DATABASE_URL;
  if (!adminUrl) throw new Error("FIELDKIT_TEST_DATABASE_URL must be set: the suite needs a real Postgres");
  database = await createScratchDatabase(adminUrl);
  const shared = {
    DATABASE_URL: database.url,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: ai.baseUrl,
    AI_MODEL: "test-1",
    OUTBOUND_ALLOW: git.origin,
  };
  const first = await startDoor("server", shared, { pages: false });
  doors.push(first);
  const addresses = {
    APP_URL: `http://localhost:${first.port}`,
    MOCK_DOMAIN: `mock.localhost:${first.port}`,
  };
  doors.push(await startDoor("server", { ...shared, ...addresses }, { pages: false }));
});
afterAll(async () => {
  for (const door of doors) door.goOn();
  await Promise.all(doors.map((door) => door.stop()));
  doors = [];
  await Promise.all([git.close(), ai.close(), database.drop()]);
  rmSync(root, { recursive: true, force: true });
});

test(
  "a process that was halted finds its release finished by another one, and changes nothing of it",
  async () => {
    const [first, second] = doors as [Door, Door];
    const there = await Releases.create(first.port);
    const here = there.at(second.port);
    const late: (() => void)[] = [];
    ai.answering = (asked, place) =>
      place < 3
        ? diligent(asked, place)
        : new Promise((resolve) => late.push(() => resolve(diligent(asked, place) as string)));
    const id = await there.generate(`${git.origin}/large.git`);
    await expect.poll(async () => (await here.get(id)).progress?.done, { timeout: 60_000 }).toBe(90);
    first.halt();
    ai.answering = diligent;
    ai.requests.length = 0;
    const haltedAt = performance.now();
    const release = await here.written(id, leaseMs + 30_000);
    expect(performance.now() - haltedAt).toBeGreaterThan(leaseMs / 2);
    expect(release).toMatchObject({ revision: 1, warning: null, generatedBy: "test-1", commitCount: count });
    expect(ai.requests.filter(({ form }) => form === "release_notes")).toHaveLength(2);
    await here.expectAllAccountedFor(id, count);

    first.goOn();
    expect(late).toHaveLength(2);
    for (const answer of late) answer();
    await sleep(5000);
    expect(await here.get(id)).toEqual(release);
    expect(await here.revisions(id)).toHaveLength(1);
    expect(await checkpoints()).toBe(0);
    // It still works.
    const next = await there.generate(`${git.origin}/large.git`);
    expect(await there.written(next, 30_000)).toMatchObject({ revision: 1, warning: null });
  },
  leaseMs + 120_000,
);

test("releases that many ask for at once are each written once, whoever writes them", async () => {
  const [first, second] = doors as [Door, Door];
  const there = await Releases.create(first.port);
  const callers = [there, there.at(second.port)];
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      (callers[place % 2] as Releases).generate(`${git.origin}/large.git`),
    ),
  );
  for (const id of ids) {
    expect(await there.written(id, 60_000)).toMatchObject({ revision: 1, commitCount: count, warning: null });
    expect(await there.revisions(id)).toHaveLength(1);
  }
});

/** How many portions of notes are kept in the database. */
async function checkpoints(): Promise<number> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from release_chunks",
    );
    return rows[0]?.count ?? -1;
  } finally {
    await client.end();
  }
}
