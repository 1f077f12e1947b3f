import type { apiKeys } from "@/db/schema/keys";
import { withIsoTimes } from "@/lib/operations/present";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** A key as the API shows it, without its hash. */
export function toApiKey({ hash: _, successorId: __, ...row }: ApiKeyRow) {
  return withIsoTimes(row);
}
