import type { z } from "zod";
import type { apiKeys } from "@/db/schema/keys";
import { withIsoTimes } from "@/lib/operations/present";
import type { ApiKey } from "./contract";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
type Hidden = "hash" | "successorId" | "environmentId";
export type KeyMaker = z.output<typeof ApiKey>["createdBy"];

/** A key with what belongs to it in other tables. */
export type ShownKey = Omit<ApiKeyRow, Hidden | "createdBy"> & {
  createdBy: KeyMaker;
  environmentKey: string | null;
};

/** A key as the API shows it, without its hash. */
export function toApiKey({
  hash: _,
  successorId: __,
  environmentId: ___,
  ...row
}: ShownKey & Partial<Pick<ApiKeyRow, Hidden>>) {
  return withIsoTimes(row);
}

/** Who made a key, and from where it is used, is for admins. */
export const forMembers = <Row extends Partial<ShownKey>>(row: Row): Row => ({
  ...row,
  createdBy: null,
  lastUsedFrom: null,
  lastUsedAgent: null,
});
