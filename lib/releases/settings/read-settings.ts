import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { releaseLogos, releaseSettings } from "@/db/schema/releases";
import { notFound } from "@/lib/operations/errors";

export type ReleaseSettingsRow = Omit<typeof releaseSettings.$inferSelect, "projectId" | "createdAt"> & {
  /** The version of the logo, if there is one. It has a table of its own. */
  logo: string | null;
};

/**
 * The release settings of a project. Until somebody changes them, they have the project's own date.
 * @throws {AppError} `not_found`
 */
export async function readSettings(db: Db, projectId: string): Promise<ReleaseSettingsRow> {
  const [row] = await db
    .select({ createdAt: projects.createdAt, settings: releaseSettings, logo: releaseLogos.version })
    .from(projects)
    .leftJoin(releaseSettings, eq(releaseSettings.projectId, projects.id))
    .leftJoin(releaseLogos, eq(releaseLogos.projectId, projects.id))
    .where(eq(projects.id, projectId));
  if (!row) throw notFound("Project");
  const { logo } = row;
  if (row.settings) return { ...row.settings, logo };
  return {
    logo,
    ...{
      updatedAt: row.createdAt,
      slackWebhookUrl: null,
      slackTail: null,
      githubToken: null,
      githubTokenTail: null,
      githubTokenOwners: [],
      gitlabToken: null,
      gitlabTokenTail: null,
      gitlabTokenOwners: [],
      emailRecipients: [],
      repoUrls: [],
      audience: "developers",
      changelog: false,
      accentColor: null,
      subscriptions: false,
    },
  };
}
