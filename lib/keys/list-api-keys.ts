import { and, eq, getTableColumns, gt, isNotNull, isNull, lte, or, type SQL } from "drizzle-orm";
import { orFirst, orLast } from "@/db/schema/columns";
import { apiKeys } from "@/db/schema/keys";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { type ApiKeyState, listApiKeys } from "./contract";
import { toApiKey } from "./to-api-key";

const { hash: _, successorId: __, ...columns } = getTableColumns(apiKeys);

const list = listOf({
  from: apiKeys,
  columns,
  id: apiKeys.id,
  searched: [apiKeys.name, apiKeys.prefix],
  sorts: {
    createdAt: byTime(apiKeys.createdAt),
    name: byText(apiKeys.name),
    lastUsedAt: byTime(orFirst(apiKeys.lastUsedAt)),
    expiresAt: byTime(orLast(apiKeys.expiresAt)),
  },
});

const inState: Record<ApiKeyState, (now: Date) => SQL | undefined> = {
  active: (now) => and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))),
  expired: (now) => and(isNull(apiKeys.revokedAt), lte(apiKeys.expiresAt, now)),
  revoked: () => isNotNull(apiKeys.revokedAt),
};

export const handleListApiKeys = implement(listApiKeys, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { state, ...asked } = await input.fields();
  const where = and(eq(apiKeys.projectId, project.id), state && inState[state](ctx.now()));
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(toApiKey));
});
