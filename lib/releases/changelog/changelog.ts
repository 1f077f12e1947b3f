import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { releaseHtml, releaseSettings, releases } from "@/db/schema/releases";
import { teams } from "@/db/schema/teams";
import { AppError, notFound } from "@/lib/operations/errors";
import { Slug } from "@/lib/operations/fields";
import { isGuid } from "@/lib/operations/ids";
import { htmlOf, isCurrentHtml, keepHtml, waitMs } from "../html/kept-html";
import type { ChangelogPlace } from "./address";

/** What everybody may learn of a project with a public changelog: its names, but no internal description. */
export type Changelog = {
  projectId: string;
  projectName: string;
  teamName: string;
  place: ChangelogPlace;
  /** When the settings changed last, which dates feeds that are empty. */
  changedAt: Date;
};

/** A published release. All of it is public. */
export type PublicRelease = {
  id: string;
  title: string;
  publishedAt: Date;
  updatedAt: Date;
  /** The notes, headings at their own level; undefined when they are too long for where they were to be shown. */
  html: string | undefined;
};

/** How many bytes of notes go into one answer, and how many of one release into a list. */
export const noteBytesMax = { page: 1024 * 1024, inList: 256 * 1024, alone: 8 * 1024 * 1024 } as const;

/**
 * The public changelog at these slugs. Everybody may read it because somebody switched it on, so all reading of
 * published releases begins here.
 * @throws {AppError} `not_found`, also if the project exists without a changelog
 */
export async function requireChangelog(db: Db, { team, project }: ChangelogPlace): Promise<Changelog> {
  if (!Slug.safeParse(team).success || !Slug.safeParse(project).success) throw notFound("Changelog");
  const [row] = await db
    .select({
      projectId: projects.id,
      projectName: projects.name,
      teamName: teams.name,
      changedAt: releaseSettings.updatedAt,
    })
    .from(projects)
    .innerJoin(teams, eq(teams.id, projects.teamId))
    .innerJoin(releaseSettings, eq(releaseSettings.projectId, projects.id))
    .where(and(eq(teams.slug, team), eq(projects.slug, project), eq(releaseSettings.changelog, true)));
  if (!row) throw notFound("Changelog");
  return { ...row, place: { team, project } };
}

const { id, projectId, title, revision, publishedAt, updatedAt } = releases;
const publicFields = { id, title, publishedAt, updatedAt };

const isPublic = (changelog: Changelog) =>
  and(eq(projectId, changelog.projectId), eq(releases.status, "published"));

/** Where a list goes on: after this release. */
export type ListPlace = Pick<PublicRelease, "id" | "publishedAt">;

/**
 * Published releases, newest first, with as much of their notes as one page holds.
 * @param after the release that precedes the wanted ones in the list
 */
export async function listPublicReleases(
  db: Db,
  changelog: Changelog,
  limit: number,
  after?: ListPlace,
): Promise<PublicRelease[]> {
  const read = () => readList(db, changelog, limit, after);
  const rows = await read();
  const lacking = rows.filter(({ isKept }) => !isKept);
  if (lacking.length > 0) await keepAll(db, changelog, lacking);
  return (lacking.length > 0 ? await read() : rows).map(published);
}

/** Makes what no page has shown before. What takes too long is shown by a link until it is there. */
async function keepAll(
  db: Db,
  { projectId }: Changelog,
  lacking: readonly { id: string; revision: number }[],
) {
  const end = performance.now() + waitMs;
  for (const { id, revision } of lacking) {
    try {
      await keepHtml(db, { id, revision, projectId }, Math.max(0, end - performance.now()));
    } catch (error) {
      if (error instanceof AppError && error.code === "unavailable") return;
      throw error;
    }
  }
}

function readList(db: Db, changelog: Changelog, limit: number, after: ListPlace | undefined) {
  const older =
    after &&
    or(lt(publishedAt, after.publishedAt), and(eq(publishedAt, after.publishedAt), lt(id, after.id)));
  const { bytes, html } = releaseHtml;
  // Those that are too long by themselves are not shown, so they take no room.
  const shownBytes = sql`case when ${bytes} <= ${noteBytesMax.inList} then ${bytes} else 0 end`;
  const sum = sql`sum(${shownBytes}) over (order by ${publishedAt} desc, ${id} desc)`;
  return db
    .select({
      ...publicFields,
      revision,
      isKept: sql<boolean>`${bytes} is not null`,
      html: sql<
        string | null
      >`case when ${bytes} <= ${noteBytesMax.inList} and ${sum} <= ${noteBytesMax.page} then ${html} end`,
    })
    .from(releases)
    .leftJoin(releaseHtml, isCurrentHtml)
    .where(and(isPublic(changelog), older))
    .orderBy(desc(publishedAt), desc(id))
    .limit(limit);
}

/** @throws {AppError} `not_found`, also for a draft */
export async function requirePublicPlace(
  db: Db,
  changelog: Changelog,
  releaseId: string,
): Promise<PublicRelease & { revision: number }> {
  if (!isGuid(releaseId)) throw notFound("Release");
  const [row] = await db
    .select({ ...publicFields, revision })
    .from(releases)
    .where(and(isPublic(changelog), eq(id, releaseId)));
  if (!row) throw notFound("Release");
  return { ...published({ ...row, html: null }), revision: row.revision };
}

/**
 * A release with all of its notes.
 * @throws {AppError} `not_found`, also for a draft
 */
export async function requirePublicRelease(
  db: Db,
  changelog: Changelog,
  releaseId: string,
): Promise<PublicRelease> {
  const { revision, ...release } = await requirePublicPlace(db, changelog, releaseId);
  const text = { id: release.id, projectId: changelog.projectId, revision };
  return { ...release, html: await htmlOf(db, text, noteBytesMax.alone) };
}

type Row = Omit<PublicRelease, "publishedAt" | "html"> & { publishedAt: Date | null; html: string | null };

const published = ({ id, title, publishedAt, updatedAt, html }: Row): PublicRelease => ({
  ...{ id, title, updatedAt, publishedAt: publishedAt ?? updatedAt },
  html: html ?? undefined,
});
