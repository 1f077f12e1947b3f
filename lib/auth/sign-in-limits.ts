import { setTimeout as sleep } from "node:timers/promises";
import { eq, or, type SQL, sql } from "drizzle-orm";
import { rateLimits } from "@/db/schema/auth";
import type { Ctx } from "@/lib/operations/context";
import { compositeKey } from "@/lib/platform/composite-key";
import { env } from "@/lib/platform/env/env";
import { rateOf } from "@/lib/platform/quotas/quota-of";
import { clearAttempts, countAttempt, uncountAttempt } from "./limits";
import { isKnownPlace } from "./sign-in-places";

/** Counts a sign-in, a sign-up or another call that costs a hash or a mail against the client's address. */
export async function countEntrance(ctx: Ctx): Promise<void> {
  await countAttempt(ctx, compositeKey("sign-in", "address", ctx.clientAddress), rateOf("signInsPerMinute"));
}

/** `succeeded` takes the attempt back. */
export type Admission = { succeeded(): Promise<void> };

/**
 * Admits an attempt at an account's password. A client has few attempts of its own. Failures of all clients together
 * slow down and then close the sign-in for places that the account was never signed in to from, so that strangers
 * can't lock its owner out.
 * @throws {AppError} `rate_limited`
 */
export async function admitSignIn(ctx: Ctx, givenEmail: string): Promise<Admission> {
  const email = givenEmail.toLowerCase();
  const address = ctx.clientAddress;
  const own = failuresFrom(email, address);
  const all = failuresAnywhere(email);
  await countAttempt(ctx, own, rateOf("failedSignIns"));
  const isKnown = env().rateLimit && (await isKnownPlace(ctx, email, address));
  if (!isKnown) {
    const attempts = await countAttempt(ctx, all, rateOf("failedSignInsAnywhere"));
    await sleep(delayMs(attempts - 1));
  }
  return {
    async succeeded() {
      if (!env().rateLimit) return;
      await clearAttempts(ctx, own);
      if (!isKnown) await uncountAttempt(ctx, all);
    },
  };
}

const free = 10;
const stepMs = 50;
const delayMaxMs = 2000;

/** How long an attempt waits after so many others in the window: not for the first ones, then ever longer. */
export function delayMs(attempts: number): number {
  return Math.min(Math.max(attempts - free, 0) * stepMs, delayMaxMs);
}

/** Forgets all failures of this client and at this account, for somebody who proved that the address is theirs. */
export async function forgetFailures(ctx: Ctx, email: string): Promise<void> {
  await clearAttempts(ctx, failuresFrom(email, ctx.clientAddress));
  await clearAttempts(ctx, failuresAnywhere(email));
}

const failuresAnywhere = (email: string) => compositeKey("sign-in", email);
const failuresFrom = (email: string, address: string) => compositeKey("sign-in", email, "from", address);

/** Matches the failures counted for this email address, from each client address and from all together. */
export function failuresOf(email: string): SQL | undefined {
  const { key } = rateLimits;
  return or(eq(key, failuresAnywhere(email)), sql`starts_with(${key}, ${failuresFrom(email, "")})`);
}
