import { createHash, randomBytes } from "node:crypto";
import type { sharedCaptures } from "@/db/schema/webhooks";
import { withIsoTimes } from "@/lib/operations/present";
import { env } from "@/lib/platform/env/env";

export type ShareRow = typeof sharedCaptures.$inferSelect;

/** 256 random bits. Only their hash is stored, so that whoever reads the database has no links. */
export const newToken = () => randomBytes(32).toString("base64url");
export const tokenHashOf = (token: string) => createHash("sha256").update(token).digest("hex");
/** What no link has is not looked for. */
export const isToken = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text);

export const sharePath = "/-/shared";
export const shareUrl = (token: string) => `${env().appUrl}${sharePath}/${token}`;

type Shown = Pick<
  ShareRow,
  | "id"
  | "requestId"
  | "sequence"
  | "method"
  | "target"
  | "masked"
  | "createdBy"
  | "createdAt"
  | "expiresAt"
  | "openCount"
  | "lastOpenedAt"
>;

/** A link as the API lists it. */
export function toShare(row: Shown) {
  const { target: path, ...rest } = row;
  return { ...withIsoTimes(rest), path };
}
