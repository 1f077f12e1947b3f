import { and, eq, inArray } from "drizzle-orm";
import { mockFiles } from "@/db/schema/mock-files";
import type { Ctx } from "@/lib/operations/context";
import type { MockFileRow } from "../files/mock-files";
import { newFile, sha256Of } from "../files/new-file";
import { filesOf, knownFiles, noFileProblem } from "../files/require-files";
import type { CheckedEntry, NewMock } from "./convert-program";

/** A file that is to be one of the project's, by the id that the mocks of a document call it by. */
export type NewFile = { id: string; name: string; contentType: string; content: Buffer };

/** Entries with ids of the project's files; those that are not there yet wait until a mock needs them. */
export type Placed = { entries: CheckedEntry[]; waiting: ReadonlyMap<string, WaitingFile> };
export type WaitingFile = { row: MockFileRow; content: Buffer };

/**
 * Gives the files of a document ids of the project: that of a file which is the same and there already, or a new one, so
 * that importing again changes nothing. An entry whose file is neither in the document nor in the project is skipped.
 */
export async function placeFiles(
  ctx: Ctx,
  projectId: string,
  { entries, files: given }: { entries: readonly CheckedEntry[]; files: readonly NewFile[] },
): Promise<Placed> {
  const used = new Set(entries.flatMap(idsOf));
  const rows = given
    .filter(({ id }) => used.has(id))
    .map((file) => ({ file, sha256: sha256Of(file.content) }));
  const kept = await keptFiles(
    ctx,
    projectId,
    rows.map(({ sha256 }) => sha256),
  );
  const placed = new Map<string, string>();
  const waiting = new Map<string, WaitingFile>();
  for (const { file, sha256 } of rows) {
    const key = keyOf({ ...file, sha256 });
    const found = kept.get(key);
    if (found) {
      placed.set(file.id, found.id);
      continue;
    }
    const row = newFile(projectId, file, ctx.now());
    kept.set(key, row);
    waiting.set(row.id, { row, content: file.content });
    placed.set(file.id, row.id);
  }
  const others = [...used].filter((id) => !placed.has(id));
  const known = await knownFiles(ctx, projectId, others);
  return { entries: entries.map((entry) => withFiles(entry, placed, known)), waiting };
}

/** Stores files that are needed, one after the other, because each may have megabytes. */
export async function storeFiles(db: Ctx["db"], files: readonly WaitingFile[]): Promise<void> {
  for (const { row, content } of files) await db.insert(mockFiles).values({ ...row, content });
}

type Kept = { id: string } & Pick<MockFileRow, "sha256" | "contentType">;
const keyOf = ({ sha256, contentType }: Pick<Kept, "sha256" | "contentType">) => `${sha256} ${contentType}`;

async function keptFiles(
  { db }: Ctx,
  projectId: string,
  hashes: readonly string[],
): Promise<Map<string, Kept>> {
  if (hashes.length === 0) return new Map();
  const { id, sha256, contentType } = mockFiles;
  const rows = await db
    .select({ id, sha256, contentType })
    .from(mockFiles)
    .where(and(eq(mockFiles.projectId, projectId), inArray(sha256, [...new Set(hashes)])));
  return new Map(rows.map((row) => [keyOf(row), row]));
}

const idsOf = (entry: CheckedEntry): string[] =>
  "mock" in entry ? filesOf(entry.mock).map(({ id }) => id) : [];

function withFiles(
  entry: CheckedEntry,
  placed: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): CheckedEntry {
  if (!("mock" in entry)) return entry;
  const { mock, ...rest } = entry;
  const missing = filesOf(mock).filter(({ id }) => !placed.has(id) && !known.has(id));
  if (missing.length > 0) {
    const notes = missing.slice(0, 10).map(({ path }) => `${path} ${noFileProblem}`);
    return { ...rest, notes, skipped: true };
  }
  const place = <T extends Pick<NewMock, "bodyFileId">>(of: T): T =>
    of.bodyFileId ? { ...of, bodyFileId: placed.get(of.bodyFileId) ?? of.bodyFileId } : of;
  return { ...rest, mock: { ...place(mock), responses: mock.responses.map(place) } };
}
