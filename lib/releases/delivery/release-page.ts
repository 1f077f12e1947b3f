import { eq } from "drizzle-orm";
import { releaseSettings } from "@/db/schema/releases";
import { teams } from "@/db/schema/teams";
import type { ProjectRow } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { env } from "@/lib/platform/env/env";
import { type ChangelogPlace, changelogUrl } from "../changelog/address";
import type { ReleaseRow } from "../notes/to-release";

/** Where a release is to be read. */
export type ReleasePage = {
  url: string;
  /** The public changelog that shows it, if there is one. */
  changelog: ChangelogPlace | undefined;
};

/** Where to read a release: on its public page if it has one, otherwise in the dashboard. */
export async function releasePage(
  { db }: Pick<Ctx, "db">,
  { id: projectId, teamId, slug }: ProjectRow,
  { id, status }: Pick<ReleaseRow, "id" | "status">,
): Promise<ReleasePage> {
  const [row] = await db
    .select({ team: teams.slug, changelog: releaseSettings.changelog })
    .from(teams)
    .leftJoin(releaseSettings, eq(releaseSettings.projectId, projectId))
    .where(eq(teams.id, teamId));
  const place = { team: row?.team ?? "", project: slug };
  if (row?.changelog && status === "published") return { url: changelogUrl(place, id), changelog: place };
  return { url: `${env().appUrl}/${place.team}/${slug}/releases/${id}`, changelog: undefined };
}
