import { eq } from "drizzle-orm";
import { db } from "@/db/database";
import { mocks, type StoredCallback } from "@/db/schema/mocks";
import { readProjectVersion } from "@/lib/operations/project-version";
import type { Answered } from "@/lib/operations/public-request";
import { withChanges } from "@/lib/operations/with-changes";
import { evictEverywhere, sharedCache } from "@/lib/platform/cache/shared-cache";
import { turns } from "@/lib/platform/process/turns";
import { lazily } from "@/lib/platform/singleton";
import type { Behaviour } from "./answers/contract";
import { type MockAnswer, mockAnswerOf } from "./answers/mock-answer";
import type { MockCallback } from "./callbacks/contract";
import { buildMatcher, type Matcher } from "./matching/matcher";
import { isExpression } from "./matching/segments";
import { type MockRow, readMockChanges, readMocks } from "./mock-rows";
import { type Script, scriptOf } from "./responses/script";

/** What a mock answers. */
export type MockContent = {
  own: MockAnswer;
  /** Absent if it has no other answer. */
  script: Script | undefined;
  /** Sent after each of its answers. Absent if there are none. */
  callbacks: readonly MockCallback[] | undefined;
};

/** What the public host needs of a mock. `content` is absent if it is cached apart. */
export type ServedMock = {
  id: string;
  method: string;
  endpoint: string;
  enabled: boolean;
  /** In seconds. */
  createdAt: number;
  /** Estimated memory. */
  bytes: number;
  content: (() => MockContent) | undefined;
  /** What the log says of calls that got its own answer. */
  answered: Answered;
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
/** A compiled regular expression, with what it remembers. */
const expressionBytes = 32 * 1024;
/** Memory of an endpoint for each of its characters: in the index, and in those that explain misses. */
const endpointFactor = 32;

/** The mocks of a project, ready to match, by project id. */
export const mockTables = sharedCache<MockTable>("mock tables", {
  max: 5000,
  weight: { of: ({ bytes }) => bytes, max: 256 * MiB },
  load: readTable,
  renew: renewTable,
});

/** Contents too large for the table, read once they are asked for, by mock id; null when the mock is gone. */
export const largeContents = sharedCache<LargeContent>("large mock answers", {
  max: 5000,
  weight: { of: ({ bytes }) => bytes, max: 128 * MiB },
  load: readContent,
});
type LargeContent = { content: MockContent | null; bytes: number };

/** Makes a change of a project's mocks take effect for the very next request, in every process. */
export async function forgetMocks(projectId: string, ...mockIds: string[]): Promise<void> {
  if (mockIds.length > 0) await evictEverywhere("large mock answers", mockIds);
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
  for (const row of rows) {
    const { id, method, endpoint, enabled, createdAt, responseBody, contentBytes } = row;
    const bytes =
      mockBytes +
      endpointFactor * endpoint.length +
      (isExpression(endpoint) ? expressionBytes : 0) +
      (responseBody === null ? 0 : contentFactor * contentBytes);
    // By the first request that gets it, because few of them are asked for.
    const content =
      responseBody === null
        ? undefined
        : lazily(() =>
            contentOf({
              ...row,
              responseBody,
              responseHeaders: JSON.parse(row.responseHeaders ?? "{}"),
              responses: row.responses === "[]" ? [] : JSON.parse(row.responses ?? "[]"),
              callbacks: row.callbacks === "[]" ? [] : JSON.parse(row.callbacks ?? "[]"),
            }),
          );
    const answered: Answered = { by: "mock", mockId: id };
    served.push({ id, method, endpoint, enabled, createdAt, bytes, content, answered });
    yield;
  }
  return served;
}

const bytesOf = (served: readonly ServedMock[]) => served.reduce((sum, { bytes }) => sum + bytes, mockBytes);

type Content = Behaviour &
  Parameters<typeof scriptOf>[0] & {
    statusCode: number;
    responseBody: string;
    responseHeaders: Record<string, string | string[]>;
    delayMs: number;
    callbacks?: readonly StoredCallback[];
  };

/** A mock's answers, ready to be chosen among. */
export const contentOf = ({
  responseBody: body,
  responseHeaders: headers,
  ...mock
}: Content): MockContent => ({
  own: mockAnswerOf({ ...mock, body, headers }),
  script: scriptOf(mock),
  callbacks: mock.callbacks?.length ? mock.callbacks : undefined,
});

async function readContent(mockId: string): Promise<LargeContent> {
  const [row] = await db().select().from(mocks).where(eq(mocks.id, mockId));
  if (!row) return { content: null, bytes: 1 };
  const texts = row.responses.reduce((sum, { body }) => sum + 2 * body.length, row.responseBody.length);
  return { content: contentOf(row), bytes: texts + mockBytes };
}
