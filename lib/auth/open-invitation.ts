import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { invitations } from "@/db/schema/teams";
import type { Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";

/** The stored form of an invitation's token. */
export const tokenHash = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * The invitation that a link stands for.
 * @throws {AppError} `not_found`, and `gone` when it was used or revoked or has expired
 */
export async function requireOpenInvitation(ctx: Pick<Ctx, "db" | "now">, token: string) {
  const [known] = await ctx.db
    .select()
    .from(invitations)
    .where(eq(invitations.tokenHash, tokenHash(token)));
  if (!known) throw notFound("Invitation");
  const state = stateOfInvitation(known, ctx.now());
  if (state !== "open") throw new AppError("gone", endings[state]);
  return known;
}

type Ends = Pick<typeof invitations.$inferSelect, "acceptedAt" | "revokedAt" | "expiresAt">;

type State = "open" | "accepted" | "expired" | "revoked";

export function stateOfInvitation({ acceptedAt, revokedAt, expiresAt }: Ends, now: Date): State {
  if (acceptedAt) return "accepted";
  if (revokedAt) return "revoked";
  return expiresAt <= now ? "expired" : "open";
}

/** What happened to a link, and where to go. */
const endings = {
  accepted:
    "This invitation was used already. If that was you, sign in and go to the team; otherwise ask one of its admins for a new one.",
  expired: "This invitation has expired. Ask an admin of the team for a new one.",
  revoked: "This invitation was revoked. Ask an admin of the team for a new one.",
} as const;

/** @throws {AppError} `forbidden` */
export function requireAddressee(invited: string, email: string): void {
  if (invited.toLowerCase() === email.toLowerCase()) return;
  throw new AppError(
    "forbidden",
    "This invitation is for another e-mail address. Sign in with the address that it was sent to, or ask for an invitation to yours.",
  );
}
