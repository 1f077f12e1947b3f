import { eq } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listApiKeys } from "./contract";
import { toApiKey } from "./to-api-key";

export const handleListApiKeys = implement(listApiKeys, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const fields = await input.fields();
  const { where, orderBy, limit } = pageQuery(apiKeys, fields, eq(apiKeys.projectId, project.id));
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(rows, fields, (row) => row, toApiKey);
});
