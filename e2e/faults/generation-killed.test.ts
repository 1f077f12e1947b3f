import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { postgresDir } from "@/db/embedded/pglite-session";
import { type AiServer, diligent, serveAi } from "../ai-server";
import { type Door, startDoor } from "../door";
import { serveGit } from "../git-http-server";
import { createRepository } from "../git-repository";
import { commitsOf, type Release, Releases } from "./releases";

/** Five portions for the model, three of them at once. */
const count = 130;
const portions = 5;
const answered = 3;

let root: string;
let ai: AiServer;
let door: Door;
let releases: Releases;
let repoUrl: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "fieldkit-repos-"));
  createRepository(
    root,
    "large",
    commitsOf(Array.from({ length: count }, (_, place) => `fix: thing ${place}`)),
  );
  ai = await serveAi(diligent);
  door = await startDoor(
    "server",
    {
      OPENAI_API_KEY: "sk-test",
      OPENAI_BASE_URL: ai.baseUrl,
      AI_MODEL: "test-1",
    },
    { pages: false },
  );
  repoUrl = `http://127.0.0.1:${door.targetPort}/large.git`;
  releases = await Releases.create(door.port);
});
afterAll(async () => {
  await door.stop();
  await ai.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  ai.requests.length = 0;
  ai.answering = diligent;
});

/** Begins a generation and returns when the model has fallen silent over the last portions. */
async function beginAndStall(): Promise<string> {
  ai.answering = (asked, place) => (place < answered ? diligent(asked, place) : "hang");
  const id = await releases.generate(repoUrl);
  await expect
    .poll(async () => (await releases.get(id)).progress, { timeout: 60_000 })
    .toEqual({ phase: "writing", done: answered * 30, total: count });
  expect(ai.requests).toHaveLength(portions);
  return id;
}

/** Asserts that the release is finished, by a process that asked the model this often for portions. */
async function expectFinishedOnce(id: string, asked: number): Promise<Release> {
  const release = await releases.written(id, 30_000);
  expect(release).toMatchObject({ errorMessage: null, warning: null, generatedBy: "test-1", revision: 1 });
  expect(release.commitCount).toBe(count);
  await releases.expectAllAccountedFor(id, count);
  expect(release.content.match(/Told anew/g)).toHaveLength(count);
  expect((await releases.revisions(id)).map(({ number }) => number)).toEqual([1]);
  expect(ai.requests.filter(({ form }) => form === "release_notes")).toHaveLength(asked);
  expect(ai.requests.filter(({ form }) => form === "summary")).toHaveLength(1);
  return release;
}

test("a server killed while a model writes goes on with what is written, and ends with one revision", async () => {
  const git = await serveGit(root, door.targetPort);
  const id = await beginAndStall();
  // The database dies with the server, not after it.
  const database = door.database();
  expect(await door.end("SIGKILL")).toBe("SIGKILL");
  for (const pid of database) process.kill(pid, "SIGKILL");
  ai.requests.length = 0;
  ai.answering = diligent;
  await door.restart();
  const release = await expectFinishedOnce(id, portions - answered);
  await door.end();
  await door.restart();
  expect(await releases.get(id)).toEqual(release);
  await git.close();
});

test("a server killed while it reads begins again at its next start", async () => {
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => silent.listen(door.targetPort, "127.0.0.1", resolve));
  const id = await releases.generate(repoUrl);
  await expect.poll(() => asked).toBe(1);
  expect((await releases.get(id)).progress).toEqual({ phase: "reading", done: 0, total: 0 });
  await door.end("SIGKILL");
  silent.close();
  silent.closeAllConnections();
  const git = await serveGit(root, door.targetPort);
  await door.restart();
  await expectFinishedOnce(id, portions);
  await git.close();
});

test("a server that is told to end gives the release back, with what is written", async () => {
  const git = await serveGit(root, door.targetPort);
  const id = await beginAndStall();
  const start = performance.now();
  expect(await door.end("SIGTERM")).toBe(0);
  // It waits for requests under way, but not for the model.
  expect(performance.now() - start).toBeLessThan(25_000);
  expect(await stored(id)).toEqual({
    status: "processing",
    attempt: 0,
    lease_token: null,
    lease_until: null,
    chunks: answered,
  });
  ai.requests.length = 0;
  ai.answering = diligent;
  await door.restart();
  await expectFinishedOnce(id, portions - answered);
  await door.end();
  expect(await stored(id)).toMatchObject({ status: "draft", lease_token: null, chunks: 0 });
  await door.restart();
  await git.close();
});

/** What the database holds of a release while no server runs. */
async function stored(id: string): Promise<unknown> {
  const database = await PGlite.create({ dataDir: postgresDir(door.dataDir) });
  try {
    const { rows } = await database.query(
      `select status, attempt, lease_token, lease_until,
         (select count(*)::int from release_chunks where release_id = releases.id) as chunks
       from releases where id = $1`,
      [id],
    );
    return rows[0];
  } finally {
    await database.close();
  }
}
