import { and, eq } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import { requireProject } from "@/lib/auth/access";
import { isVisible } from "@/lib/auth/key-rows";
import { implement } from "@/lib/operations/implement";
import { listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listApiKeys } from "./contract";
import { keyList, narrowed } from "./key-list";
import { toApiKey } from "./to-api-key";

const list = listOf(keyList);

export const handleListApiKeys = implement(listApiKeys, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { state, scope, ...asked } = await input.fields();
  const where = and(
    eq(apiKeys.projectId, project.id),
    isVisible(ctx.actor, project.role),
    narrowed({ state, scope }, ctx.now()),
  );
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map((row) => toApiKey(row, project.role)),
  );
});
