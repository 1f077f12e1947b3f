import { and, eq, inArray } from "drizzle-orm";
import { mockFiles } from "@/db/schema/mock-files";
import type { Ctx } from "@/lib/operations/context";
import { invalid } from "@/lib/operations/read-body";

type Given = {
  bodyFileId?: string | null | undefined;
  responses?: readonly { bodyFileId?: string | null | undefined }[] | undefined;
};

/** The files that a mock's answers have, with where they have them. */
export function filesOf({ bodyFileId, responses = [] }: Given): { path: string; id: string }[] {
  const own = bodyFileId ? [{ path: "bodyFileId", id: bodyFileId }] : [];
  return own.concat(
    responses.flatMap(({ bodyFileId: id }, at) => (id ? [{ path: `responses.${at}.bodyFileId`, id }] : [])),
  );
}

export const noFileProblem = "is no file of this project";

/**
 * Checks that the files of a mock's answers are there, and keeps them there until the mock is stored.
 * @throws {AppError} `invalid_request` with every place
 */
export async function requireFiles(ctx: Ctx, projectId: string, given: Given): Promise<void> {
  const wanted = filesOf(given);
  const known = await knownFiles(
    ctx,
    projectId,
    wanted.map(({ id }) => id),
  );
  const missing = wanted.filter(({ id }) => !known.has(id));
  if (missing.length > 0) throw invalid(missing.map(({ path }) => ({ path, message: noFileProblem })));
}

/** Those of these files that the project has. Nobody deletes them before the transaction ends. */
export async function knownFiles(
  { db }: Ctx,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: mockFiles.id })
    .from(mockFiles)
    .where(and(eq(mockFiles.projectId, projectId), inArray(mockFiles.id, [...new Set(ids)])))
    .orderBy(mockFiles.id)
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}
