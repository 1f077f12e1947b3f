import { randomBytes } from "node:crypto";
import type { invitations } from "@/db/schema/teams";

/** How long an invitation's link works. */
export const invitationMs = 7 * 24 * 60 * 60 * 1000;

/** The secret part of an invitation's link: 256 bits from a CSPRNG, base64url. */
export const invitationToken = () => randomBytes(32).toString("base64url");

/** An invitation as the API shows it. */
export function toInvitation({ id, email, role, expiresAt, createdAt }: typeof invitations.$inferSelect) {
  return { id, email, role, expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() };
}
