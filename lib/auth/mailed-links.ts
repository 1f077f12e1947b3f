import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, gte, like } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { Db } from "@/db/client";
import { verifications } from "@/db/schema/auth";
import { AppError } from "@/lib/operations/errors";
import { env } from "@/lib/platform/env/env";

/** The links to accounts that are stored, each of which works once. */
const Details = {
  "reset-password": z.object({ provesAddress: z.boolean() }),
  "change-email": z.object({ provesAddress: z.boolean(), email: z.string(), sessionId: z.string() }),
  "cancel-email-change": z.object({ email: z.string() }),
  "restore-email": z.object({ provesAddress: z.boolean(), email: z.string(), wasVerified: z.boolean() }),
};
type Purpose = keyof typeof Details;
type DetailsOf<P extends Purpose> = z.output<(typeof Details)[P]>;

export type MailedLink<P extends Purpose> = DetailsOf<P> & { userId: string; createdAt: Date };

/** Selects links that restore an email address, with `like`. */
export const restoreLinks = "restore-email:%";

/** Whether a link reaches its reader by email. Without a mail service the administrator passes it on. */
export const linksAreMailed = () => env().mail.service !== "outbox";

const identifierOf = (purpose: Purpose, token: string) =>
  `${purpose}:${createHash("sha256").update(token).digest("base64url")}`;

/** Stores a link in a form that doesn't open it. @returns the token that goes into its URL */
export async function createMailedLink<P extends Purpose>(
  db: Db,
  purpose: P,
  link: { userId: string; details: DetailsOf<P>; now: Date; lastsMs: number },
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db.insert(verifications).values({
    ...{ id: uuidv7(), identifier: identifierOf(purpose, token), userId: link.userId },
    ...{ value: JSON.stringify(link.details), createdAt: link.now },
    expiresAt: new Date(link.now.getTime() + link.lastsMs),
  });
  return token;
}

/** @throws {AppError} `gone` for every token that opens nothing */
export async function requireMailedLink<P extends Purpose>(
  db: Db,
  purpose: P,
  token: string,
  now: Date,
): Promise<MailedLink<P>> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(isOpen(purpose, token, now));
  return toLink(purpose, row);
}

/**
 * The same, and the link is used up. Lock the account first.
 * @throws {AppError} `gone`, also when another request was faster
 */
export async function takeMailedLink<P extends Purpose>(
  tx: Db,
  purpose: P,
  token: string,
  now: Date,
): Promise<MailedLink<P>> {
  const [row] = await tx
    .delete(verifications)
    .where(isOpen(purpose, token, now))
    .returning();
  return toLink(purpose, row);
}

const isOpen = (purpose: Purpose, token: string, now: Date) =>
  and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expiresAt, now));

function toLink<P extends Purpose>(
  purpose: P,
  row: typeof verifications.$inferSelect | undefined,
): MailedLink<P> {
  if (!row?.userId) throw expiredLink();
  const details = Details[purpose].parse(JSON.parse(row.value)) as DetailsOf<P>;
  return { ...details, userId: row.userId, createdAt: row.createdAt };
}

/** An account's links for a purpose that still work. */
export async function listMailedLinks<P extends Purpose>(
  tx: Db,
  purpose: P,
  userId: string,
  now: Date,
): Promise<MailedLink<P>[]> {
  const theirs = and(eq(verifications.userId, userId), like(verifications.identifier, `${purpose}:%`));
  const rows = await tx
    .select()
    .from(verifications)
    .where(and(theirs, gt(verifications.expiresAt, now)));
  return rows.map((row) => toLink(purpose, row));
}

export const expiredLink = () => new AppError("gone", "This link has expired. Request a new one.");

/** Deletes an account's links for a purpose, or only those created from a time on. */
export async function deleteMailedLinks(
  tx: Db,
  purpose: Purpose,
  userId: string,
  since = new Date(0),
): Promise<void> {
  const theirs = and(eq(verifications.userId, userId), like(verifications.identifier, `${purpose}:%`));
  await tx.delete(verifications).where(and(theirs, gte(verifications.createdAt, since)));
}
