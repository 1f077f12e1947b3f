import { and, eq, inArray } from "drizzle-orm";
import { mockFiles } from "@/db/schema/mock-files";
import type { Ctx } from "@/lib/operations/context";
import { type Steps, turns } from "@/lib/platform/process/turns";
import type { MockFileRow } from "../files/mock-files";
import { newFile, sha256Of } from "../files/new-file";
import { filesOf, knownFiles, noFileProblem } from "../files/require-files";
import type { CheckedEntry, LeftOutFile, NewMock } from "./convert-program";
import { oneLine } from "./read-document-values";

/** A file that is to be one of the project's, by the id that the mocks of a document call it by. */
export type NewFile = { id: string; name: string; contentType: string; content: Buffer };

/** Entries with ids of the project's files; those that are not there yet wait until a mock needs them. */
export type Placed = { entries: CheckedEntry[]; waiting: Map<string, WaitingFile> };
export type WaitingFile = { row: MockFileRow; content: Buffer };

/**
 * Gives the files of a document ids of the project: that of a file which is the same and there already, or a new one, so
 * that importing again changes nothing. An entry whose file is neither in the document nor in the project is skipped; where
 * the document has left the file out, its mock is made without it.
 */
export async function placeFiles(
  ctx: Ctx,
  projectId: string,
  {
    entries,
    files: given,
    leftOut,
  }: { entries: readonly CheckedEntry[]; files: readonly NewFile[]; leftOut: readonly LeftOutFile[] },
): Promise<Placed> {
  const used = await turns().run(usedFiles(entries));
  if (used.size === 0) return { entries: [...entries], waiting: new Map() };
  const rows = given
    .filter(({ id }) => used.has(id))
    .map((file) => ({ file, sha256: sha256Of(file.content) }));
  const others = leftOut.filter(({ id }) => used.has(id));
  const kept = await keptFiles(
    ctx,
    projectId,
    [...rows, ...others].map(({ sha256 }) => sha256),
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
  for (const file of others) {
    const found = kept.get(keyOf(file));
    if (found) placed.set(file.id, found.id);
  }
  const known = await knownFiles(
    ctx,
    projectId,
    [...used].filter((id) => !placed.has(id)),
  );
  const isThere = (id: string) => placed.has(id) || known.has(id);
  const lacking = new Map(others.filter(({ id }) => !isThere(id)).map((file) => [file.id, file]));
  const place = (entry: CheckedEntry) => withFiles(withoutLeftOut(entry, lacking), placed, isThere);
  return { entries: await turns().run(eachOf(entries, place)), waiting };
}

function* usedFiles(entries: readonly CheckedEntry[]): Steps<Set<string>> {
  const used = new Set<string>();
  for (const entry of entries) {
    for (const id of idsOf(entry)) used.add(id);
    yield;
  }
  return used;
}

function* eachOf<T>(entries: readonly T[], change: (entry: T) => T): Steps<T[]> {
  const changed: T[] = [];
  for (const entry of entries) {
    changed.push(change(entry));
    yield;
  }
  return changed;
}

/**
 * Stores the files that mocks need and that wait for that, one after the other, because each may have megabytes; and keeps
 * those that are there until the transaction ends.
 * @returns those that are there
 */
export async function holdFiles(
  ctx: Ctx,
  projectId: string,
  { ids, waiting }: { ids: ReadonlySet<string>; waiting: ReadonlyMap<string, WaitingFile> },
): Promise<ReadonlySet<string>> {
  for (const id of ids) {
    const file = waiting.get(id);
    if (file) await ctx.db.insert(mockFiles).values({ ...file.row, content: file.content });
  }
  return knownFiles(ctx, projectId, [...ids]);
}

/** An entry without a mock, if the mock has a file that is not there. */
export function withoutFile(entry: CheckedEntry, isThere: (id: string) => boolean): CheckedEntry | undefined {
  if (!("mock" in entry)) return undefined;
  const missing = filesOf(entry.mock).filter(({ id }) => !isThere(id));
  if (missing.length === 0) return undefined;
  const notes = missing.slice(0, 10).map(({ path }) => `${path} ${noFileProblem}`);
  return { source: entry.source, notes, skipped: true };
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
  isThere: (id: string) => boolean,
): CheckedEntry {
  if (!("mock" in entry)) return entry;
  const { mock, ...rest } = entry;
  const without = withoutFile(entry, isThere);
  if (without) return without;
  return { ...rest, mock: withIds(mock, (id) => placed.get(id) ?? id) };
}

/** A mock whose file the document has left out has everything but it, and says which. */
function withoutLeftOut(entry: CheckedEntry, lacking: ReadonlyMap<string, LeftOutFile>): CheckedEntry {
  if (!("mock" in entry)) return entry;
  const notes = filesOf(entry.mock).flatMap(({ path, id }) => {
    const file = lacking.get(id);
    if (!file) return [];
    const type = oneLine(file.contentType, 100);
    return [
      `${path}: the document has left out ${file.name} (${type}), because it is large. Upload it and import again.`,
    ];
  });
  if (notes.length === 0) return entry;
  const mock = withIds(entry.mock, (id) => (lacking.has(id) ? null : id));
  return { ...entry, mock, notes: [...entry.notes, ...notes.slice(0, 10)] };
}

function withIds(mock: NewMock, idOf: (id: string) => string | null): NewMock {
  const place = <T extends Pick<NewMock, "bodyFileId">>(of: T): T =>
    of.bodyFileId ? { ...of, bodyFileId: idOf(of.bodyFileId) } : of;
  return { ...place(mock), responses: mock.responses.map(place) };
}
