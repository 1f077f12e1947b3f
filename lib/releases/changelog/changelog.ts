import { and, desc, eq, lt, or } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { releaseSettings, releases } from "@/db/schema/releases";
import { teams } from "@/db/schema/teams";
import { notFound } from "@/lib/operations/errors";
import { Slug } from "@/lib/operations/fields";
import { isGuid } from "@/lib/operations/ids";
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
  content: string;
  publishedAt: Date;
  updatedAt: Date;
};

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

const publicFields = {
  id: releases.id,
  title: releases.title,
  content: releases.content,
  publishedAt: releases.publishedAt,
  updatedAt: releases.updatedAt,
};

const isPublic = ({ projectId }: Changelog) =>
  and(eq(releases.projectId, projectId), eq(releases.status, "published"));

/**
 * Published releases, newest first.
 * @param after the release that precedes the wanted ones in the list
 */
export async function listPublicReleases(
  db: Db,
  changelog: Changelog,
  limit: number,
  after?: PublicRelease,
): Promise<PublicRelease[]> {
  const older =
    after &&
    or(
      lt(releases.publishedAt, after.publishedAt),
      and(eq(releases.publishedAt, after.publishedAt), lt(releases.id, after.id)),
    );
  const rows = await db
    .select(publicFields)
    .from(releases)
    .where(and(isPublic(changelog), older))
    .orderBy(desc(releases.publishedAt), desc(releases.id))
    .limit(limit);
  return rows.map(published);
}

/** @throws {AppError} `not_found`, also for a draft */
export async function requirePublicRelease(db: Db, changelog: Changelog, id: string): Promise<PublicRelease> {
  if (!isGuid(id)) throw notFound("Release");
  const [row] = await db
    .select(publicFields)
    .from(releases)
    .where(and(isPublic(changelog), eq(releases.id, id)));
  if (!row) throw notFound("Release");
  return published(row);
}

type Row = Omit<PublicRelease, "publishedAt"> & { publishedAt: Date | null };

const published = (row: Row): PublicRelease => ({ ...row, publishedAt: row.publishedAt ?? row.updatedAt });
