import { and, desc, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { releases } from "@/db/schema/releases";
import { AppError } from "@/lib/operations/errors";
import { Gate } from "@/lib/platform/process/gate";
import { lazily, singleton } from "@/lib/platform/singleton";
import { notesText } from "../delivery/notes-text";
import { type Changelog, isPublic } from "./changelog";
import type { Hit } from "./page";
import { excerptOf, wordsOf } from "./search-words";

/** How many of the newest releases are looked through, and how many characters of each. */
const releasesMax = 300;
const charactersMax = 20_000;
const hitsMax = 20;

/** Strangers search: one at a time of a project and two in all, so that the database is there for others. */
const gate = lazily(() =>
  singleton(
    "searches of changelogs",
    () => new Gate({ running: 2, runningOfOne: 1, waiting: 40, waitingOfOne: 5, waitMs: 5000 }),
  ),
);

/**
 * Published releases with all of the words in title or notes, newest first. Only the newest are looked through, and the
 * beginning of each, so that a search has a bound.
 * @throws {AppError} `unavailable` while too many search
 */
export async function searchReleases(
  db: Db,
  changelog: Changelog,
  query: string,
): Promise<{ hits: Hit[]; hasMore: boolean }> {
  const words = wordsOf(query);
  if (words.length === 0) return { hits: [], hasMore: false };
  const done = await gate().run(() => find(db, changelog, words), changelog.projectId);
  if (!done) throw new AppError("unavailable", "Too many are searching. Try again in a moment.");
  return done.result;
}

async function find(db: Db, changelog: Changelog, words: readonly string[]) {
  const newest = db
    .select({
      id: releases.id,
      title: releases.title,
      publishedAt: releases.publishedAt,
      updatedAt: releases.updatedAt,
      content: sql<string>`left(${releases.content}, ${charactersMax})`.as("beginning"),
    })
    .from(releases)
    .where(isPublic(changelog))
    .orderBy(desc(releases.publishedAt), desc(releases.id))
    .limit(releasesMax)
    .as("newest");
  const text = sql`lower(${newest.title} || ' ' || ${newest.content})`;
  const rows = await db
    .select()
    .from(newest)
    .where(and(...words.map((word) => sql`strpos(${text}, ${word}) > 0`)))
    .orderBy(desc(newest.publishedAt), desc(newest.id))
    .limit(hitsMax + 1);
  const hits = rows.slice(0, hitsMax).map(({ id, title, publishedAt, updatedAt, content }) => ({
    ...{ id, title, publishedAt: publishedAt ?? updatedAt },
    excerpt: excerptOf(notesText(content), words),
  }));
  return { hits, hasMore: rows.length > hitsMax };
}
