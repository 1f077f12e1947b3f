import { and, desc, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { releaseHtml, releases } from "@/db/schema/releases";
import { AppError } from "@/lib/operations/errors";
import { Gate } from "@/lib/platform/process/gate";
import { lazily, singleton } from "@/lib/platform/singleton";
import { notesText } from "../delivery/notes-text";
import { isCurrentHtmlOf } from "../html/kept-html";
import { withAltTexts } from "../images/attached-images";
import type { Label } from "../labels/labels";
import { type Changelog, hasLabel, isPublic, keepNewest, lookedThroughMax } from "./changelog";
import type { Hit } from "./page";
import { excerptOf, wordsOf } from "./search-words";

/** How many characters of each release are looked through. */
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
  label?: Label,
): Promise<{ hits: Hit[]; hasMore: boolean }> {
  const words = wordsOf(query);
  if (words.length === 0) return { hits: [], hasMore: false };
  // Before there is a turn to hold: it may have to wait.
  if (label) await keepNewest(db, changelog);
  const done = await gate().run(() => find(db, changelog, words, label), changelog.projectId);
  if (!done) throw new AppError("unavailable", "Too many are searching. Try again in a moment.");
  return done.result;
}

async function find(db: Db, changelog: Changelog, words: readonly string[], label: Label | undefined) {
  const newest = db
    .select({
      id: releases.id,
      revision: releases.revision,
      title: releases.title,
      publishedAt: releases.publishedAt,
      updatedAt: releases.updatedAt,
      content: sql<string>`left(${releases.content}, ${charactersMax})`.as("beginning"),
    })
    .from(releases)
    .where(isPublic(changelog))
    .orderBy(desc(releases.publishedAt), desc(releases.id))
    .limit(lookedThroughMax)
    .as("newest");
  const text = sql`lower(${newest.title} || ' ' || ${newest.content})`;
  const { id, title, publishedAt, updatedAt, content } = newest;
  const rows = await db
    .select({ id, title, publishedAt, updatedAt, content })
    .from(newest)
    .leftJoin(releaseHtml, isCurrentHtmlOf(newest))
    .where(and(hasLabel(label), ...words.map((word) => sql`strpos(${text}, ${word}) > 0`)))
    .orderBy(desc(newest.publishedAt), desc(newest.id))
    .limit(hitsMax + 1);
  const hits = rows.slice(0, hitsMax).map(({ id, title, publishedAt, updatedAt, content }) => ({
    ...{ id, title, publishedAt: publishedAt ?? updatedAt },
    excerpt: excerptOf(notesText(withAltTexts(content)), words),
  }));
  return { hits, hasMore: rows.length > hitsMax };
}
