import { eq } from "drizzle-orm";
import { db } from "@/db/database";
import { mocks } from "@/db/schema/mocks";
import { readProjectVersion } from "@/lib/operations/project-version";
import { withChanges } from "@/lib/operations/with-changes";
import { evictEverywhere, sharedCache } from "@/lib/platform/cache/shared-cache";
import { turns } from "@/lib/platform/process/turns";
import { lazily } from "@/lib/platform/singleton";
import { type PreparedAnswer, prepareAnswer } from "./answers/answer";
import { buildMatcher, type Matcher } from "./matching/matcher";
import { type MockRow, readMockChanges, readMocks } from "./mock-rows";

/** What the public host needs of a mock. `answer` is absent if its content is cached apart. */
export type ServedMock = {
  id: string;
  method: string;
  endpoint: string;
  enabled: boolean;
  delayMs: number;
  /** In seconds. */
  createdAt: number;
  /** Estimated memory. */
  bytes: number;
  answer: (() => PreparedAnswer) | undefined;
};
export type MockTable = {
  /** Not newer than the mocks. Undefined when the project is gone. */
  version: string | undefined;
  /** Oldest first. */
  served: readonly ServedMock[];
  matcher: Matcher<ServedMock>;
  bytes: number;
};

/** Memory of content for each of its bytes: as it was read, and prepared. */
const contentFactor = 5;
const MiB = 1024 * 1024;
/** Estimated memory of a mock besides its content: objects, index entries, strings. */
const mockBytes = 1024;
/** Memory of an endpoint for each of its characters: in the index, and in those that explain misses. */
const endpointFactor = 32;

/** The mocks of a project, ready to match, by project id. */
export const mockTables = sharedCache<MockTable>("mock tables", {
  max: 5000,
  weight: { of: ({ bytes }) => bytes, max: 256 * MiB },
  load: readTable,
  renew: renewTable,
});

/** Answers too large for the table, read once they are asked for, by mock id; null when the mock is gone. */
export const largeAnswers = sharedCache<{ answer: PreparedAnswer | null }>("large mock answers", {
  max: 5000,
  weight: { of: ({ answer }) => answer?.body?.byteLength ?? 1, max: 128 * MiB },
  load: readAnswer,
});

/** Makes a change of a project's mocks take effect for the very next request, in every process. */
export async function forgetMocks(projectId: string, mockId?: string): Promise<void> {
  if (mockId) await evictEverywhere("large mock answers", [mockId]);
  await evictEverywhere("mock tables", [projectId]);
}

async function readTable(projectId: string): Promise<MockTable> {
  const version = await readProjectVersion(projectId, "mocks");
  const rows = await readMocks(projectId);
  const served = await turns().run(prepared(rows));
  return { version, served, matcher: await buildMatcher(served), bytes: bytesOf(served) };
}

/** Reads only what has changed, if that is known; the table itself when nothing has. */
async function renewTable(projectId: string, former: MockTable): Promise<MockTable> {
  const changes = former.version && (await readMockChanges(projectId, former.version));
  if (!changes) return readTable(projectId);
  if (changes.version === former.version) return former;
  const changed = await turns().run(prepared(changes.rows));
  const served = withChanges(former.served, new Set(changes.changedIds), changed);
  const matcher = await former.matcher.with(served);
  return { version: changes.version, served, matcher, bytes: bytesOf(served) };
}

/** In steps, because a project may have a hundred thousand mocks. */
function* prepared(rows: readonly MockRow[]) {
  const served: ServedMock[] = [];
  for (const { statusCode, responseBody, responseHeaders, contentBytes, ...row } of rows) {
    const bytes =
      mockBytes +
      endpointFactor * row.endpoint.length +
      (responseBody === null ? 0 : contentFactor * contentBytes);
    // By the first request that gets it, because few of them are asked for.
    const answer =
      responseBody === null
        ? undefined
        : lazily(() =>
            prepareAnswer({
              statusCode,
              responseBody,
              responseHeaders: JSON.parse(responseHeaders ?? "{}"),
            }),
          );
    served.push({ ...row, bytes, answer });
    yield;
  }
  return served;
}

const bytesOf = (served: readonly ServedMock[]) => served.reduce((sum, { bytes }) => sum + bytes, mockBytes);

async function readAnswer(mockId: string) {
  const [row] = await db()
    .select({
      statusCode: mocks.statusCode,
      responseBody: mocks.responseBody,
      responseHeaders: mocks.responseHeaders,
    })
    .from(mocks)
    .where(eq(mocks.id, mockId));
  return { answer: row ? prepareAnswer(row) : null };
}
