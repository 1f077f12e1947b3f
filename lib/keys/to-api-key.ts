import type { apiKeys } from "@/db/schema/keys";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** A key as the API shows it, without its hash. */
export function toApiKey({ hash: _, successorId: __, ...row }: ApiKeyRow) {
  return {
    ...row,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
