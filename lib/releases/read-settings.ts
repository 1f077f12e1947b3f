import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { releaseSettings } from "@/db/schema/releases";

export type ReleaseSettingsRow = Pick<
  typeof releaseSettings.$inferSelect,
  "slackWebhookUrl" | "slackTail" | "emailRecipients" | "repoUrls" | "audience" | "changelog"
>;

/** The release settings of a project, as they are where nobody set any. */
export async function readSettings(db: Db, projectId: string): Promise<ReleaseSettingsRow> {
  const [row] = await db.select().from(releaseSettings).where(eq(releaseSettings.projectId, projectId));
  return (
    row ?? {
      slackWebhookUrl: null,
      slackTail: null,
      emailRecipients: [],
      repoUrls: [],
      audience: "developers",
      changelog: false,
    }
  );
}
