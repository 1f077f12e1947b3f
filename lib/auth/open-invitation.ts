import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { invitations } from "@/db/schema/teams";
import type { Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";

/** The stored form of an invitation's token. */
export const tokenHash = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * The invitation that a link stands for.
 * @throws {AppError} `not_found`, and `gone` when it was used or has expired
 */
export async function requireOpenInvitation(ctx: Pick<Ctx, "db" | "now">, token: string) {
  const [known] = await ctx.db
    .select()
    .from(invitations)
    .where(eq(invitations.tokenHash, tokenHash(token)));
  if (!known) throw notFound("Invitation");
  if (known.acceptedAt) throw new AppError("gone", "This invitation was used already. Ask for a new one.");
  if (known.expiresAt <= ctx.now()) {
    throw new AppError("gone", "This invitation has expired. Ask for a new one.");
  }
  return known;
}

/** @throws {AppError} `forbidden` */
export function requireAddressee(invited: string, email: string): void {
  if (invited.toLowerCase() === email.toLowerCase()) return;
  throw new AppError(
    "forbidden",
    "This invitation is for another e-mail address. Sign in with the address that it was sent to, or ask for an invitation to yours.",
  );
}
