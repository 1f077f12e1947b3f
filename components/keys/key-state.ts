import type { listApiKeys } from "@/lib/keys/contract";
import type { Output } from "@/lib/operations/operation";

export type ApiKey = Output<typeof listApiKeys>[number];
export type KeyState = "active" | "expires soon" | "expired" | "revoked";

const dayMs = 24 * 60 * 60 * 1000;
const soonMs = 14 * dayMs;
const unusedMs = 90 * dayMs;

export function keyState({ revokedAt, expiresAt }: ApiKey, now: Date): KeyState {
  if (revokedAt) return "revoked";
  if (!expiresAt) return "active";
  const left = Date.parse(expiresAt) - now.getTime();
  if (left <= 0) return "expired";
  return left <= soonMs ? "expires soon" : "active";
}

export const isUsable = (key: ApiKey, now: Date) => ["active", "expires soon"].includes(keyState(key, now));

/** Whether a valid key has not been used for 90 days: somebody should check what it is for. */
export function isUnused(key: ApiKey, now: Date): boolean {
  const last = Date.parse(key.lastUsedAt ?? key.createdAt);
  return isUsable(key, now) && now.getTime() - last >= unusedMs;
}
