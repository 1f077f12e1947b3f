import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { mockProxies } from "@/db/schema/mock-calls";
import { mocks } from "@/db/schema/mocks";
import { requestLifetime } from "@/lib/platform/process/request-lifetime";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { proxyDefaults } from "./contract";
import { recordAnswer } from "./record-answer";
import { secretsLeftOut } from "./secrets-left-out";

vi.mock("@/lib/platform/process/request-lifetime");
vi.mock("@/lib/platform/quotas/quota-of", { spy: true });
vi.mock("./secrets-left-out", { spy: true });

let close: () => Promise<void>;
let projectId = "";
const proxy = { ...proxyDefaults, baseUrl: "https://api.example", recording: true };

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

beforeEach(async () => {
  vi.mocked(secretsLeftOut).mockClear();
  projectId = (await insertProject()).id;
  await db()
    .insert(mockProxies)
    .values({ ...proxy, projectId });
});

/** Records the answer of this path. */
async function record(rawPath: string): Promise<void> {
  const works: Promise<unknown>[] = [];
  vi.mocked(requestLifetime).mockReturnValue({ waitUntil: (work) => works.push(work) });
  const answer = { method: "GET", statusCode: 200, rawHeaders: [], body: Buffer.from('{"token":"a"}') };
  recordAnswer({ ...answer, projectId, proxy, rawPath });
  await Promise.all(works);
}

async function outcome() {
  const made = await db().select().from(mocks).where(eq(mocks.projectId, projectId));
  const [stored] = await db().select().from(mockProxies).where(eq(mockProxies.projectId, projectId));
  return {
    bodies: made.map(({ responseBody }) => responseBody),
    recording: stored?.recording,
    read: vi.mocked(secretsLeftOut).mock.calls.length,
  };
}

test("an answer becomes a mock, without its secrets", async () => {
  await record("/users");
  expect(await outcome()).toEqual({ bodies: ['{"token":"***"}'], recording: true, read: 1 });
});

test("the body is not read where there is a mock already", async () => {
  const there = {
    id: crypto.randomUUID(),
    projectId,
    name: "Users",
    method: "GET",
    endpoint: "/users",
  } as const;
  await db()
    .insert(mocks)
    .values({
      ...there,
      responseBody: "own",
      responseHeaders: {},
      statusCode: 200,
      delayMs: 0,
      enabled: false,
    });
  await record("/users");
  expect(await outcome()).toEqual({ bodies: ["own"], recording: true, read: 0 });
});

test("the body is not read where no mock can be", async () => {
  await record(`/${"a".repeat(2500)}`);
  expect(await outcome()).toEqual({ bodies: [], recording: true, read: 0 });
});

test("the body is not read where there is no room, and recording ends", async () => {
  vi.mocked(quotaOf).mockReturnValueOnce(0);
  await record("/users");
  expect(await outcome()).toEqual({ bodies: [], recording: false, read: 0 });
});
