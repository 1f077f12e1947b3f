import { and, arrayContains, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { releaseHtml, releaseLogos, releaseSettings, releases } from "@/db/schema/releases";
import { teams } from "@/db/schema/teams";
import { projectVersions } from "@/db/schema/versions";
import { AppError, notFound } from "@/lib/operations/errors";
import { Slug } from "@/lib/operations/fields";
import { isGuid } from "@/lib/operations/ids";
import { htmlOf, isCurrentHtml, isCurrentHtmlOf, keepHtml, waitMs } from "../html/kept-html";
import { withAddresses } from "../images/attached-images";
import { imagesThere } from "../images/public-images";
import type { Label } from "../labels/labels";
import { type ChangelogPlace, imageUrl } from "./address";

/** What everybody may learn of a project with a public changelog: its names, but no internal description. */
export type Changelog = {
  projectId: string;
  projectName: string;
  teamName: string;
  place: ChangelogPlace;
  /** When the settings changed last, which dates feeds that are empty. */
  changedAt: Date;
  /** The colour of links and buttons as `#rrggbb`; null for the product's. */
  accentColor: string | null;
  /** The version of the logo, if there is one. */
  logo: string | null;
  /** Whether readers may have new releases sent. */
  takesSubscriptions: boolean;
  /** Another one after each change of anything that the pages show; null if that is not known. */
  stamp: string | null;
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
      accentColor: releaseSettings.accentColor,
      takesSubscriptions: releaseSettings.subscriptions,
      logo: releaseLogos.version,
      version: projectVersions.version,
    })
    .from(projects)
    .innerJoin(teams, eq(teams.id, projects.teamId))
    .innerJoin(releaseSettings, eq(releaseSettings.projectId, projects.id))
    .leftJoin(releaseLogos, eq(releaseLogos.projectId, projects.id))
    .leftJoin(projectVersions, isVersionOfReleases)
    .where(and(eq(teams.slug, team), eq(projects.slug, project), eq(releaseSettings.changelog, true)));
  if (!row) throw notFound("Changelog");
  const { version, ...shown } = row;
  const stamp = version === null ? null : JSON.stringify([String(version), team, project, shown]);
  return { ...shown, place: { team, project }, stamp };
}

const isVersionOfReleases = and(
  eq(projectVersions.projectId, projects.id),
  eq(projectVersions.what, "releases"),
);

const { id, projectId, title, revision, publishedAt, updatedAt } = releases;
const publicFields = { id, title, publishedAt, updatedAt };

/** What is true of the releases that a changelog shows. */
export const isPublic = (changelog: Pick<Changelog, "projectId">) =>
  and(eq(projectId, changelog.projectId), eq(releases.status, "published"));

/** Where a list goes on: after this release. */
export type ListPlace = Pick<PublicRelease, "id" | "publishedAt">;

/** A part of a list, and whether notes are missing in it only because nobody has made their HTML yet. */
export type PublicReleases = { releases: PublicRelease[]; isWhole: boolean };

/** Which part of a list is wanted. */
export type ListPart = {
  limit: number;
  /** The release that precedes the wanted ones in the list. */
  after?: ListPlace | undefined;
  /** Only those with a change that has this label. */
  label?: Label | undefined;
};

/** Published releases, newest first, with as much of their notes as one page holds. */
export async function listPublicReleases(
  db: Db,
  changelog: Changelog,
  part: ListPart,
): Promise<PublicReleases> {
  const isMade = part.label === undefined || (await keepNewest(db, changelog));
  const read = () => readList(db, changelog, part);
  let rows = await read();
  const lacking = rows.filter(({ isKept }) => !isKept);
  if (lacking.length > 0) {
    await keepAll(db, changelog, lacking);
    rows = await read();
  }
  const releases = await withImages(db, changelog, rows.map(published));
  return { releases, isWhole: isMade && rows.every(({ isKept }) => isKept) };
}

/** How many of the newest releases a search or a label looks through. */
export const lookedThroughMax = 300;

/**
 * Labels are found with the HTML, so what is to be filtered by them must have its own.
 * @returns whether all of it has
 */
export async function keepNewest(db: Db, changelog: Changelog): Promise<boolean> {
  const newest = db
    .select({ id, revision, publishedAt })
    .from(releases)
    .where(isPublic(changelog))
    .orderBy(desc(publishedAt), desc(id))
    .limit(lookedThroughMax)
    .as("newest");
  const lacking = await db
    .select({ id: newest.id, revision: newest.revision })
    .from(newest)
    .leftJoin(releaseHtml, isCurrentHtmlOf(newest))
    .where(isNull(releaseHtml.releaseId));
  return lacking.length === 0 || keepAll(db, changelog, lacking);
}

/** Notes with addresses in place of the images that are there. */
async function withImages(db: Db, { place }: Changelog, list: PublicRelease[]): Promise<PublicRelease[]> {
  const there = await imagesThere(db, list);
  return list.map((release) => ({
    ...release,
    html:
      release.html &&
      withAddresses(release.html, (image) => (there.has(image) ? imageUrl(place, image) : undefined)),
  }));
}

/**
 * Makes what no page has shown before. What takes too long is shown by a link until it is there.
 * @returns whether all of it is made
 */
async function keepAll(
  db: Db,
  { projectId }: Changelog,
  lacking: readonly { id: string; revision: number }[],
): Promise<boolean> {
  const end = performance.now() + waitMs;
  for (const { id, revision } of lacking) {
    try {
      await keepHtml(db, { id, revision, projectId }, Math.max(0, end - performance.now()));
    } catch (error) {
      if (error instanceof AppError && error.code === "unavailable") return false;
      throw error;
    }
  }
  return true;
}

/** What is true of the HTML of releases with a change that has this label. */
export const hasLabel = (label: Label | undefined) => label && arrayContains(releaseHtml.labels, [label]);

function readList(db: Db, changelog: Changelog, { limit, after, label }: ListPart) {
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
    .where(and(isPublic(changelog), older, hasLabel(label)))
    .orderBy(desc(publishedAt), desc(id))
    .limit(limit);
}

/** The newest published releases without their notes. */
export function listPublicTitles(db: Db, changelog: Changelog, limit: number) {
  return db
    .select(publicFields)
    .from(releases)
    .where(isPublic(changelog))
    .orderBy(desc(publishedAt), desc(id))
    .limit(limit)
    .then((rows) => rows.map((row) => published({ ...row, html: null })));
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
  const whole = { ...release, html: await htmlOf(db, text, noteBytesMax.alone) };
  const [shown = whole] = await withImages(db, changelog, [whole]);
  return shown;
}

type Row = Omit<PublicRelease, "publishedAt" | "html"> & { publishedAt: Date | null; html: string | null };

const published = ({ id, title, publishedAt, updatedAt, html }: Row): PublicRelease => ({
  ...{ id, title, updatedAt, publishedAt: publishedAt ?? updatedAt },
  html: html ?? undefined,
});
