import { createHash } from "node:crypto";
import { db, ownsDatabase } from "@/db/database";
import { SnapshotCache } from "@/lib/platform/cache/snapshot-cache";
import { singleton } from "@/lib/platform/singleton";
import { ensurePersonalTeam } from "@/lib/teams/personal-team";
import type { UserActor } from "./actor";
import { auth } from "./auth";

type Session = { user: UserActor["user"] | null; expiresAt: number };

/** Longest age of a remembered session where another process may end it. */
const sharedTtlMs = 1000;
const ownedTtlMs = 60_000;

/** Cookies of the requests under way, so that a fill can be made from the digest alone. */
const sessionCookie = /(?:^|;\s*)((?:__Secure-)?fieldkit\.session_token=[^;]+)/;

const snapshots = () =>
  singleton("sessions", () => ({
    cookies: new Map<string, { cookie: string; readers: number }>(),
    cache: undefined as SnapshotCache<Session> | undefined,
  }));

function cache(): SnapshotCache<Session> {
  const state = snapshots();
  state.cache ??= new SnapshotCache<Session>({
    max: 10_000,
    ttlMs: ownsDatabase() ? ownedTtlMs : sharedTtlMs,
    load: (digest) => readSession(state.cookies.get(digest)?.cookie ?? ""),
  });
  return state.cache;
}

/** The person whose session cookie this is, or null. Remembered by the signed cookie's digest. */
export async function sessionUser(headers: Headers): Promise<UserActor["user"] | null> {
  const cookie = sessionCookie.exec(headers.get("cookie") ?? "")?.[1];
  if (!cookie) return null;
  const digest = digestOf(cookie);
  const { cookies } = snapshots();
  const held = cookies.get(digest) ?? { cookie, readers: 0 };
  held.readers += 1;
  cookies.set(digest, held);
  try {
    const { user, expiresAt } = await cache().get(digest);
    return expiresAt > Date.now() ? user : null;
  } finally {
    held.readers -= 1;
    if (held.readers === 0) cookies.delete(digest);
  }
}

/** Forgets the remembered session of a request, at sign-out. */
export function forgetSession(headers: Headers): void {
  const cookie = sessionCookie.exec(headers.get("cookie") ?? "")?.[1];
  if (cookie) cache().evict(digestOf(cookie));
}

const digestOf = (cookie: string) => createHash("sha256").update(cookie).digest("base64url");

async function readSession(cookie: string): Promise<Session> {
  const found = await auth().api.getSession({ headers: new Headers({ cookie }) });
  if (!found) return { user: null, expiresAt: Number.POSITIVE_INFINITY };
  const { id, name, email } = found.user;
  // Heals an account whose creation was cut off before its team was made.
  await ensurePersonalTeam(db(), { id, name });
  return { user: { id, name, email }, expiresAt: new Date(found.session.expiresAt).getTime() };
}
