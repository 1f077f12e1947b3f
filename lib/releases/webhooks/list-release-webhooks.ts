import { eq, getTableColumns } from "drizzle-orm";
import { releaseWebhooks } from "@/db/schema/release-webhooks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { getReleaseWebhook, listReleaseWebhooks } from "./contract";
import { requireReleaseWebhook, toReleaseWebhook } from "./require-release-webhook";

const columns = getTableColumns(releaseWebhooks);
const list = listOf({
  from: releaseWebhooks,
  columns,
  // There are few.
  always: Object.keys(columns),
  id: releaseWebhooks.id,
  searched: [releaseWebhooks.url, releaseWebhooks.description],
  sorts: { createdAt: byTime(releaseWebhooks.createdAt) },
});

export const handleListReleaseWebhooks = implement(listReleaseWebhooks, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const where = eq(releaseWebhooks.projectId, project.id);
  return readPage(ctx.db, list, { ...(await input.fields()), where }, (rows) => rows.map(toReleaseWebhook));
});

export const handleGetReleaseWebhook = implement(getReleaseWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  return toReleaseWebhook(await requireReleaseWebhook(ctx, project.id, input.releaseWebhookId));
});
