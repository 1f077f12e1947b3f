import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { releases } from "@/db/schema/releases";
import { clock, inMs } from "@/lib/auth/fixtures/caller";
import { CommitsError } from "@/lib/platform/commits/commits-error";
import { readCommits } from "@/lib/platform/commits/read-commits";
import { insertWaiting, readRelease, revisionsOf } from "../fixtures/release";
import { attemptsMax, claim, fail, type Job, leaseMs } from "./lease";
import { NotesError } from "./notes-error";
import { runJob } from "./run-job";
import { writeInThread } from "./write-in-thread";

// Reads other people's servers, which is not what is tested here.
vi.mock("./write-in-thread");

let close: () => Promise<void>;
let job: Job;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  await db().delete(releases);
  await insertWaiting((await insertProject()).id);
  job = await claimed();
});
afterEach(() => void vi.resetAllMocks());

async function claimed(at = clock.now): Promise<Job> {
  const taken = await claim(db(), at);
  if (!taken) throw new Error("Nothing waits");
  return taken;
}

const written = {
  ...{ title: "February", content: "- New", commitCount: 1, commitsJson: "[]" },
  ...{ generatedBy: "rules", warning: null, ranges: null },
  ...{ fromDate: new Date("2026-02-01T00:00:00.000Z"), toDate: new Date("2026-02-28T23:59:59.999Z") },
};
const stop = new AbortController();
const run = (signal = stop.signal) => runJob(job, { db: db(), now: () => clock.now, signal });
const row = () => readRelease(job.release.id);

test("the notes become a draft and its first revision", async () => {
  vi.mocked(writeInThread).mockResolvedValue(written);
  await run();
  const draft = { status: "draft", content: "- New", revision: 1, leaseToken: null, leaseUntil: null };
  expect(await row()).toMatchObject(draft);
  expect(await revisionsOf(job.release.id)).toMatchObject([{ number: 1, origin: "generated", author: null }]);
});

test("whoever lost the release to another process changes nothing, and no revision is made", async () => {
  let taken: unknown;
  vi.mocked(writeInThread).mockImplementation(async () => {
    await claimed(inMs(leaseMs));
    taken = await row();
    return written;
  });
  await run();
  expect(await row()).toEqual(taken);
  expect(await revisionsOf(job.release.id)).toEqual([]);
});

test("whoever is over its time changes nothing of what was said about that", async () => {
  let ended: unknown;
  vi.mocked(writeInThread).mockImplementation(async () => {
    await fail(db(), job, "Writing the notes took too long.");
    ended = await row();
    throw new NotesError("There are no commits.");
  });
  await run();
  expect(await row()).toEqual(ended);
});

const broken = (reason: "unreachable" | "not_found") => new CommitsError(reason, "The server is away.");

test("a failure that may pass is tried again later, so many times", async () => {
  vi.mocked(writeInThread).mockRejectedValue(broken("unreachable"));
  for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
    await run();
    expect(await row()).toMatchObject({ status: "processing", attempt, leaseToken: null });
    const { leaseUntil } = (await row()) ?? {};
    expect(leaseUntil?.getTime()).toBeGreaterThan(clock.now.getTime());
    job = await claimed(leaseUntil ?? undefined);
  }
  await run();
  expect(await row()).toMatchObject({ status: "draft", errorMessage: "The server is away." });
});

test.each([
  ["ENOTFOUND", 2],
  ["EAI_AGAIN", attemptsMax],
])("a name that a resolver answers with %s is looked up %i times", async (code, tries) => {
  const unknown = async () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code }));
  vi.mocked(writeInThread).mockImplementation(async ({ fromDate, toDate }) => {
    const outbound = { lookup: unknown };
    const range = { since: fromDate, until: toDate, outbound };
    const failed = await readCommits({ url: "https://git.example/x", ...range }).catch((error) => error);
    // A thread's failure arrives without its cause.
    throw new CommitsError(failed.reason, failed.message, { isUnknownHost: failed.isUnknownHost });
  });
  let attempts = 0;
  for (; (await row())?.status === "processing"; attempts += 1) {
    if (attempts > 0) job = await claimed((await row())?.leaseUntil ?? undefined);
    await run();
  }
  expect(attempts).toBe(tries);
});

test.each([
  ["that will not pass", new NotesError("There are no commits."), "There are no commits."],
  ["of the repository", broken("not_found"), "The server is away."],
])("a failure %s ends in a draft with its reason", async (_, error, message) => {
  vi.mocked(writeInThread).mockRejectedValue(error);
  await run();
  expect(await row()).toMatchObject({ status: "draft", errorMessage: message, content: "- Gift cards" });
});

test("a process that ends gives it back, and the try does not count", async () => {
  const ending = new AbortController();
  vi.mocked(writeInThread).mockImplementation(async () => {
    ending.abort(new Error("This process ends."));
    throw ending.signal.reason;
  });
  await run(ending.signal);
  expect(await row()).toMatchObject({ status: "processing", attempt: 0, leaseToken: null, leaseUntil: null });
});
