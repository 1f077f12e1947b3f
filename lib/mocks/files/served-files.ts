import { eq } from "drizzle-orm";
import { quickDb } from "@/db/database";
import { mockFiles } from "@/db/schema/mock-files";
import { sharedCache } from "@/lib/platform/cache/shared-cache";

type ServedFile = {
  /** Undefined when it is gone. */
  file: { content: Buffer; sha256: string; contentType: string } | undefined;
  bytes: number;
};

const MiB = 1024 * 1024;
/** Estimated memory of an entry besides its content. */
const entryBytes = 512;

/** Files as mocks answer them, by id. */
export const servedFiles = sharedCache<ServedFile>("mock files", {
  max: 5000,
  weight: { of: ({ bytes }) => bytes, max: 128 * MiB },
  load,
  // What is in a file never changes: all that can have happened is that it was deleted.
  renew: async (id, former) => ((await isThere(id)) ? (former.file ? former : load(id)) : gone),
});

const gone: ServedFile = { file: undefined, bytes: entryBytes };

async function load(id: string): Promise<ServedFile> {
  const { content, sha256, contentType } = mockFiles;
  const [file] = await quickDb()
    .select({ content, sha256, contentType })
    .from(mockFiles)
    .where(eq(mockFiles.id, id));
  return file ? { file, bytes: file.content.byteLength + entryBytes } : gone;
}

async function isThere(id: string): Promise<boolean> {
  const found = await quickDb().select({ id: mockFiles.id }).from(mockFiles).where(eq(mockFiles.id, id));
  return found.length > 0;
}
