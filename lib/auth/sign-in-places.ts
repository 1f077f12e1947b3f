import { createHmac } from "node:crypto";
import { and, desc, eq, gt, lt, notInArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deleteInBatches } from "@/db/delete-in-batches";
import { signInPlaces, users } from "@/db/schema/auth";
import type { Ctx } from "@/lib/operations/context";
import { authSecret } from "@/lib/platform/secrets/auth-secret";

/** Places of one person that are remembered, and for how long after their last use. */
const placesMax = 20;
const keptMs = 180 * 24 * 60 * 60 * 1000;

/** Where no proxy tells clients apart, all of them would share one place. */
const isUnknown = (address: string) => address === "unknown";

const placeOf = (userId: string, address: string) =>
  createHmac("sha256", authSecret()).update(`sign-in place ${userId} ${address}`).digest("base64url");

/** Whether the account with this e-mail address was signed in to from here before. */
export async function isKnownPlace({ db, now }: Ctx, email: string, address: string): Promise<boolean> {
  if (isUnknown(address)) return false;
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) return false;
  const place = placeOf(user.id, address);
  const isIt = and(eq(signInPlaces.userId, user.id), eq(signInPlaces.place, place));
  const [known] = await db
    .select({ place: signInPlaces.place })
    .from(signInPlaces)
    .where(and(isIt, gt(signInPlaces.usedAt, new Date(now().getTime() - keptMs))));
  return known !== undefined;
}

/**
 * Remembers the place of a good sign-in, and of each person the latest ones only. Tells whether it is one more than those
 * that are remembered already.
 */
export async function rememberPlace({ db, now }: Ctx, userId: string, address: string): Promise<boolean> {
  if (isUnknown(address)) return false;
  const place = placeOf(userId, address);
  const before = await db
    .select({ place: signInPlaces.place })
    .from(signInPlaces)
    .where(eq(signInPlaces.userId, userId));
  await db
    .insert(signInPlaces)
    .values({ userId, place, usedAt: now() })
    .onConflictDoUpdate({ target: [signInPlaces.userId, signInPlaces.place], set: { usedAt: now() } });
  const latest = db
    .select({ place: signInPlaces.place })
    .from(signInPlaces)
    .where(eq(signInPlaces.userId, userId))
    .orderBy(desc(signInPlaces.usedAt))
    .limit(placesMax);
  await db
    .delete(signInPlaces)
    .where(and(eq(signInPlaces.userId, userId), notInArray(signInPlaces.place, latest)));
  return before.length > 0 && before.every((each) => each.place !== place);
}

/** Forgets places that were not used for long. */
export async function prunePlaces(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, signInPlaces, lt(signInPlaces.usedAt, new Date(now.getTime() - keptMs)));
}
