import { and, eq, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { db as processDatabase } from "@/db/database";
import { releaseHtml, releases } from "@/db/schema/releases";
import { writeAlong } from "@/db/write-along";
import type { Ctx } from "@/lib/operations/context";
import { log } from "@/lib/platform/log/log";
import { singleton } from "@/lib/platform/singleton";
import { labelsIn } from "../labels/labels";
import { makeHtml, notYet } from "./make-html";

/** Must be raised when the same Markdown becomes other HTML; what was kept before is then made anew. */
const htmlVersion = 3;

/** How long a request waits for HTML that nobody has made yet. */
export const waitMs = 20_000;

/** Joins a release to its HTML, if that is of its present text. */
export const isCurrentHtmlOf = (text: { id: SQLWrapper; revision: SQLWrapper }): SQL | undefined =>
  and(
    sql`${releaseHtml.releaseId} = ${text.id}`,
    sql`${releaseHtml.revision} = ${text.revision}`,
    eq(releaseHtml.version, htmlVersion),
  );
export const isCurrentHtml = isCurrentHtmlOf(releases);

type Text = { id: string; projectId: string; revision: number };

const beingMade = () => singleton("HTML being made", () => new Map<string, Promise<string | undefined>>());

/**
 * Makes the HTML of a release's text and keeps it; undefined when the text is another one by now. However many ask at
 * the same time, it is made once.
 * @throws {AppError} `unavailable` when it takes longer than a request can wait; it is then kept for a later one
 */
export async function keepHtml(db: Db, release: Text, ms = waitMs): Promise<string | undefined> {
  const key = `${release.id} ${release.revision}`;
  const making = beingMade().get(key) ?? make(db, release).finally(() => beingMade().delete(key));
  beingMade().set(key, making);
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(notYet()), ms);
  });
  return Promise.race([making, tooLong]).finally(() => clearTimeout(timer));
}

/** Makes it as soon as the change is committed, so that no reader waits for it. Should that fail, the first one does. */
export function keepHtmlSoon(ctx: Ctx, release: Text): void {
  const keep = async () => {
    await keepHtml(processDatabase(), release).catch((err: unknown) =>
      log().warn({ err, releaseId: release.id }, "the HTML of a release has to be made later"),
    );
  };
  ctx.after(() => ctx.background(keep));
}

async function make(db: Db, { id, projectId, revision }: Text): Promise<string | undefined> {
  const isText = and(eq(releases.id, id), eq(releases.revision, revision));
  const [row] = await db.select({ content: releases.content }).from(releases).where(isText);
  // Somebody has just changed the text: whoever asks next gets the new one.
  if (!row) return undefined;
  const html = await makeHtml(projectId, row.content);
  const made = {
    ...{ revision, version: htmlVersion, html },
    ...{ bytes: Buffer.byteLength(html), labels: labelsIn(html) },
  };
  await writeAlong(db, () =>
    db
      .insert(releaseHtml)
      .values({ releaseId: id, ...made })
      .onConflictDoUpdate({
        target: releaseHtml.releaseId,
        set: made,
        setWhere: lte(releaseHtml.revision, sql`excluded.revision`),
      }),
  );
  return html;
}

/** The HTML of a release, its headings at their own level; undefined when it is longer than `bytesMax`. */
export async function htmlOf(db: Db, release: Text, bytesMax: number): Promise<string | undefined> {
  const read = () =>
    db
      .select({
        html: sql<string | null>`case when ${releaseHtml.bytes} <= ${bytesMax} then ${releaseHtml.html} end`,
      })
      .from(releases)
      .innerJoin(releaseHtml, isCurrentHtml)
      .where(eq(releases.id, release.id));
  const [known] = await read();
  if (known) return known.html ?? undefined;
  const made = await keepHtml(db, release);
  const [kept] = await read();
  if (kept) return kept.html ?? undefined;
  // It could not be kept, so this reader gets what was made.
  return made !== undefined && Buffer.byteLength(made) <= bytesMax ? made : undefined;
}
