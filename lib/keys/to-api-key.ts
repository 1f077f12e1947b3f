import type { z } from "zod";
import type { apiKeys } from "@/db/schema/keys";
import type { Role } from "@/lib/auth/known-projects";
import { withIsoTimes } from "@/lib/operations/present";
import { basicScopeOf } from "@/lib/platform/key-scopes";
import type { ApiKey } from "./contract";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
type Hidden = "hash" | "successorId" | "environmentId";
export type KeyMaker = z.output<typeof ApiKey>["createdBy"];

/** A key with data from other tables. */
export type ShownKey = Omit<ApiKeyRow, Hidden | "createdBy"> & {
  createdBy: KeyMaker;
  environmentKey: string | null;
};

/** A key as the API shows it to a person with this role. Members see who created and used only their own keys. */
export function toApiKey(
  { hash: _, successorId: __, environmentId: ___, ...row }: ShownKey & Partial<Pick<ApiKeyRow, Hidden>>,
  role: Role,
) {
  const scope = basicScopeOf(row.scopes);
  const isHidden = role !== "admin" && !row.personal;
  return withIsoTimes({
    ...row,
    ...(scope && { scope }),
    ...(isHidden && { createdBy: null, lastUsedFrom: null, lastUsedAgent: null }),
  });
}
