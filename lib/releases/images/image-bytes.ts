import { eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { db } from "@/db/database";
import { releaseAttachments } from "@/db/schema/releases";
import { AppError, notFound } from "@/lib/operations/errors";
import { Gate } from "@/lib/platform/process/gate";
import { lazily, singleton } from "@/lib/platform/singleton";

const MiB = 1024 * 1024;

/** An image never changes, so it is kept by its id alone. All answers that are under way share its buffer. */
const kept = lazily(() =>
  singleton(
    "bytes of images",
    () =>
      new LRUCache<string, Buffer>({
        maxSize: 64 * MiB,
        sizeCalculation: ({ byteLength }) => byteLength + 512,
      }),
  ),
);

const beingRead = lazily(() =>
  singleton("bytes of images being read", () => new Map<string, Promise<Buffer>>()),
);

/**
 * The driver holds an image several times while it reads it. So two are read at a time, and one of a project; those who
 * wait hold nothing. A page with many images brings one for each.
 */
const gate = lazily(() =>
  singleton(
    "reading of images",
    () => new Gate({ running: 2, runningOfOne: 1, waiting: 600, waitingOfOne: 200, waitMs: 10_000 }),
  ),
);

/**
 * The bytes of an attachment, read once however many ask.
 * @param count called before bytes that nobody has at hand are read; throws if the caller reads too many
 * @throws {AppError} `unavailable` while too many are read, `not_found`
 */
export async function imageBytes(
  projectId: string,
  id: string,
  count: () => Promise<unknown>,
  read: (id: string) => Promise<Buffer | undefined> = readBytes,
): Promise<Buffer> {
  const bytes = kept().get(id) ?? (await beingRead().get(id));
  if (bytes) return bytes;
  await count();
  const reading = beingRead().get(id) ?? begin(projectId, id, read).finally(() => beingRead().delete(id));
  beingRead().set(id, reading);
  return reading;
}

async function begin(projectId: string, id: string, read: typeof readBytes): Promise<Buffer> {
  const done = await gate().run(() => read(id), projectId);
  if (!done) {
    throw new AppError("unavailable", "Too many images are being read. Try again in a moment.", {
      headers: { "retry-after": "5" },
    });
  }
  if (!done.result) throw notFound("Image");
  kept().set(id, done.result);
  return done.result;
}

async function readBytes(id: string): Promise<Buffer | undefined> {
  const { content } = releaseAttachments;
  const [row] = await db().select({ content }).from(releaseAttachments).where(eq(releaseAttachments.id, id));
  return row?.content;
}
