import { db } from "@/db/database";
import { isDiskFull } from "@/db/disk-full";
import { beforehand } from "@/lib/operations/beforehand";
import type { Ctx, UserActor } from "@/lib/operations/context";
import { evictEverywhere, sharedCache } from "@/lib/platform/cache/shared-cache";
import { env } from "@/lib/platform/env/env";
import { singleton } from "@/lib/platform/singleton";
import { auth } from "./auth";
import { revealOutage } from "./auth-problems";
import { setUpAccount } from "./new-account";
import { noteSeen } from "./seen";
import { decoded, digestOfCookie } from "./session-digest";

type Signed = Pick<UserActor, "user" | "sessionId">;
type Session = { signed: Signed | null; expiresAt: number };

/** Cookies of the current requests by digest, so that the cache can load a session by the digest alone. */
const cookies = () =>
  singleton("session cookies", () => new Map<string, { cookie: string; readers: number }>());

const sessions = sharedCache<Session>("sessions", {
  max: 10_000,
  // Whoever manages something needs the database anyway.
  outlivesOutages: false,
  load: (digest) => readSession(cookies().get(digest)?.cookie ?? ""),
});

/** The session that the cookie belongs to, or null. Remembered by the cookie's digest. */
export async function sessionOf(headers: Headers): Promise<Signed | null> {
  const cookie = sessionCookieOf(headers);
  if (!cookie) return null;
  const digest = digestOfCookie(cookie);
  const held = cookies().get(digest) ?? { cookie, readers: 0 };
  held.readers += 1;
  cookies().set(digest, held);
  try {
    const { signed, expiresAt } = await sessions().get(digest);
    return expiresAt > Date.now() ? signed : null;
  } finally {
    held.readers -= 1;
    if (held.readers === 0) cookies().delete(digest);
  }
}

/**
 * The session of a public operation's caller. A change runs in a transaction, and the embedded database has no second
 * connection: a session that isn't cached would wait for that transaction, which waits for the session.
 */
export const sessionBeforehand = (ctx: Ctx): Signed | null =>
  beforehand(ctx, "session of the caller", () => sessionOf(ctx.headers));

/** Makes every process forget the session of a request, at sign-out. */
export async function forgetSession(headers: Headers): Promise<void> {
  const cookie = sessionCookieOf(headers);
  if (cookie) await evictEverywhere("sessions", [digestOfCookie(cookie)]);
}

/**
 * The cookie as `name=value`. Only the exact name that this installation sets counts: behind https, a page of plain
 * http could plant the other one.
 */
const sessionCookieOf = (headers: Headers) => cookieOf(headers, "session_token");

/** The value of a cookie of ours, decoded. */
export function valueOfCookie(headers: Headers, name: string): string | undefined {
  const cookie = cookieOf(headers, name);
  return cookie && decoded(cookie.slice(cookie.indexOf("=") + 1));
}

function cookieOf(headers: Headers, ownName: string): string | undefined {
  const name = `${env().appUrl.startsWith("https:") ? "__Secure-" : ""}fieldkit.${ownName}`;
  return (headers.get("cookie") ?? "")
    .split(";")
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`));
}

async function readSession(cookie: string): Promise<Session> {
  const headers = new Headers({ cookie });
  const ask = (disableRefresh: boolean) =>
    revealOutage(() => auth().api.getSession({ headers, query: { disableRefresh } }));
  const found = await ask(false).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
    // Reading goes on without the extension. What still fails is the removal of a session that is over.
    return ask(true).catch((again: unknown) => {
      if (!isDiskFull(again)) throw again;
      return null;
    });
  });
  if (!found) return { signed: null, expiresAt: Number.POSITIVE_INFINITY };
  const { id, name, email } = found.user;
  // Repairs an account whose creation was interrupted before its team was made.
  await setUpAccount(db(), { id, name });
  await noteSeen(found.session);
  return {
    signed: { user: { id, name, email }, sessionId: found.session.id },
    expiresAt: new Date(found.session.expiresAt).getTime(),
  };
}
