import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { mockFiles } from "@/db/schema/mock-files";
import { mayHaveFiles } from "@/db/schema/mocks";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";

/** All columns but the bytes. */
export const describedColumns = {
  id: mockFiles.id,
  projectId: mockFiles.projectId,
  name: mockFiles.name,
  contentType: mockFiles.contentType,
  size: mockFiles.size,
  sha256: mockFiles.sha256,
  createdAt: mockFiles.createdAt,
};
export type MockFileRow = Omit<typeof mockFiles.$inferSelect, "content">;

/** @throws {AppError} `not_found` */
export async function requireMockFile(
  db: Db,
  projectId: string,
  id: string,
  lock?: Lock,
): Promise<MockFileRow> {
  const isIt = and(eq(mockFiles.id, id), eq(mockFiles.projectId, projectId));
  const [row] = isGuid(id)
    ? await locking(db.select(describedColumns).from(mockFiles).where(isIt), lock)
    : [];
  if (!row) throw notFound("File");
  return row;
}

/** Each mock of the project with each file that one of its answers has. */
const uses = (projectId: string): SQL => sql`
  select mocks.id, mocks.name, mocks.created_at, used.file from mocks, lateral (
    select body_file_id as file
    union select (response->>'bodyFileId')::uuid from json_array_elements(responses) response
  ) used
  where project_id = ${projectId} and (${mayHaveFiles})`;

/** How many mocks have each of these files; a file that none has is left out. */
export async function useCounts(
  db: Db,
  projectId: string,
  fileIds: readonly string[],
): Promise<Map<string, number>> {
  if (fileIds.length === 0) return new Map();
  const rows = await rawRows<{ file: string; count: number }>(
    db,
    sql`select file, count(*)::int as count from (${uses(projectId)}) uses
        where file in (${sql.join(
          fileIds.map((id) => sql`${id}::uuid`),
          sql`, `,
        )}) group by file`,
  );
  return new Map(rows.map(({ file, count }) => [file, count]));
}

/** The names of the oldest mocks that have a file, and how many have it in all. */
export async function usersOf(
  db: Db,
  { projectId, id }: Pick<MockFileRow, "projectId" | "id">,
  max: number,
): Promise<{ names: string[]; count: number }> {
  const rows = await rawRows<{ name: string; count: number }>(
    db,
    sql`select name, count(*) over ()::int as count from (${uses(projectId)}) uses
        where file = ${id}::uuid order by created_at, id limit ${max}`,
  );
  return { names: rows.map(({ name }) => name), count: rows[0]?.count ?? 0 };
}
