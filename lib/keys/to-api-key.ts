import type { z } from "zod";
import type { apiKeys } from "@/db/schema/keys";
import { withIsoTimes } from "@/lib/operations/present";
import type { ApiKey } from "./contract";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
type Hidden = "hash" | "successorId";
export type KeyMaker = z.output<typeof ApiKey>["createdBy"];

/** A key as the API shows it, without its hash. */
export function toApiKey({
  hash: _,
  successorId: __,
  ...row
}: Omit<ApiKeyRow, Hidden | "createdBy"> & { createdBy: KeyMaker } & Partial<Pick<ApiKeyRow, Hidden>>) {
  return withIsoTimes(row);
}
