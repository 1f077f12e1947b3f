import { asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/database";
import { mocks } from "@/db/schema/mocks";
import { evictEverywhere, sharedCache } from "@/lib/platform/cache/shared-cache";
import { turns } from "@/lib/platform/process/turns";
import { lazily } from "@/lib/platform/singleton";
import { type PreparedAnswer, prepareAnswer } from "./answer";
import { buildMatcher, type Matcher } from "./matcher";

/** What the public host needs of a mock. `answer` is absent if its content is cached apart. */
export type ServedMock = {
  id: string;
  method: string;
  endpoint: string;
  enabled: boolean;
  delayMs: number;
  answer: (() => PreparedAnswer) | undefined;
};
export type MockTable = { matcher: Matcher<ServedMock>; bytes: number };

/** Memory of content for each of its bytes: as it was read, and prepared. */
const contentFactor = 5;
/** Content beyond this many bytes is not cached in the project's table but apart, once it is asked for. */
const inlineBytesMax = 4096;
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
});

/** Answers too large for the table, by mock id; null when the mock is gone. */
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

const contentBytes = sql<number>`octet_length(${mocks.responseBody}) + octet_length(${mocks.responseHeaders}::text)`;

async function readTable(projectId: string): Promise<MockTable> {
  const rows = await readRows(projectId);
  const { served, bytes } = await turns().run(prepared(rows));
  return { matcher: await buildMatcher(served), bytes };
}

/** In steps, because a project may have ten thousand mocks. */
function* prepared(rows: Awaited<ReturnType<typeof readRows>>) {
  let bytes = mockBytes;
  const served: ServedMock[] = [];
  for (const { statusCode, responseBody, responseHeaders, contentBytes: size, ...row } of rows) {
    bytes +=
      mockBytes + endpointFactor * row.endpoint.length + (responseBody === null ? 0 : contentFactor * size);
    // By the first request that gets it: a change of one mock makes the table anew, and few of them are asked for then.
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
    served.push({ ...row, answer });
    yield;
  }
  return { served, bytes };
}

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

function readRows(projectId: string) {
  return db()
    .select({
      id: mocks.id,
      method: mocks.method,
      endpoint: mocks.endpoint,
      enabled: mocks.enabled,
      delayMs: mocks.delayMs,
      statusCode: mocks.statusCode,
      contentBytes,
      responseBody: sql<
        string | null
      >`case when ${contentBytes} <= ${inlineBytesMax} then ${mocks.responseBody} end`,
      // As text, because the driver would parse those of all rows at once.
      responseHeaders: sql<
        string | null
      >`case when ${contentBytes} <= ${inlineBytesMax} then ${mocks.responseHeaders}::text end`,
    })
    .from(mocks)
    .where(eq(mocks.projectId, projectId))
    .orderBy(asc(mocks.createdAt), asc(mocks.id));
}
