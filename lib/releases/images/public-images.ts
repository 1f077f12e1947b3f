import { and, eq, inArray, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Db } from "@/db/client";
import { releaseAttachments, releases } from "@/db/schema/releases";
import { notFound } from "@/lib/operations/errors";
import { imageTypeOf } from "@/lib/platform/images/image-type";
import { lazily, singleton } from "@/lib/platform/singleton";
import { attachedIds, attachmentIdOf, attachmentSource, referenceTo } from "./attached-images";

/** An attachment that everybody may see, and what it is by its bytes. */
export type PublicImage = { id: string; contentType: string };

/** Of a whole list, images beyond about so many are shown as words. */
const askedMax = 1000;

/** The first bytes say what a file is. */
const head = sql<Buffer>`substring(${releaseAttachments.content} from 1 for 16)`;

/**
 * Those of the images in some notes that there are: attachments of the same release that are images by their bytes.
 * @param notes HTML of releases, by the release's id
 */
export async function imagesThere(
  db: Db,
  notes: readonly { id: string; html: string | null | undefined }[],
): Promise<ReadonlySet<string>> {
  const wanted = new Map<string, string>();
  for (const { id: releaseId, html } of notes) {
    for (const id of html ? attachedIds(html) : []) wanted.set(id, releaseId);
    if (wanted.size >= askedMax) break;
  }
  if (wanted.size === 0) return new Set();
  const { id, releaseId } = releaseAttachments;
  const rows = await db
    .select({ id, releaseId, head })
    .from(releaseAttachments)
    .where(inArray(id, [...wanted.keys()]));
  const there = rows.filter((row) => wanted.get(row.id) === row.releaseId && imageTypeOf(row.head));
  return new Set(there.map((row) => row.id));
}

type Known = PublicImage & { stamp: string };

/** What was found to be public, for as long as nothing of the changelog changes. What is none is not remembered. */
const known = lazily(() =>
  singleton("images of changelogs", () => new LRUCache<string, Known>({ max: 5000 })),
);

/**
 * An image that published notes of this changelog refer to.
 * @param stamp of the changelog, read before
 * @throws {AppError} `not_found`, also for what is no image, for drafts, and for attachments that no notes show
 */
export async function requirePublicImage(
  db: Db,
  { projectId, stamp }: { projectId: string; stamp: string | null },
  id: string,
): Promise<PublicImage> {
  // In other spellings it would be kept several times.
  if (attachmentIdOf(attachmentSource(id)) === undefined) throw notFound("Image");
  const key = `${projectId} ${id}`;
  const found = known().get(key);
  if (found && found.stamp === stamp) return found;
  const [row] = await db
    .select({ head })
    .from(releaseAttachments)
    .innerJoin(releases, eq(releases.id, releaseAttachments.releaseId))
    .where(
      and(
        eq(releaseAttachments.id, id),
        eq(releases.projectId, projectId),
        eq(releases.status, "published"),
        sql`strpos(${releases.content}, ${referenceTo(id)}) > 0`,
      ),
    );
  const contentType = row && imageTypeOf(row.head);
  if (!contentType) throw notFound("Image");
  if (stamp !== null) known().set(key, { id, contentType, stamp });
  return { id, contentType };
}
