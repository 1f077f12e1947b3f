import type { apiKeys } from "@/db/schema/keys";
import { withIsoTimes } from "@/lib/operations/present";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
type Hidden = "hash" | "successorId";

/** A key as the API shows it, without its hash. */
export function toApiKey({
  hash: _,
  successorId: __,
  ...row
}: Omit<ApiKeyRow, Hidden> & Partial<Pick<ApiKeyRow, Hidden>>) {
  return withIsoTimes(row);
}
