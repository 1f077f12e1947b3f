import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { connect } from "@/db/client";
import { sessions } from "@/db/schema/auth";
import { say } from "./load";
import { familyCpuSeconds } from "./process-family";
import { createInbox, MB, onFreshServer, type Parts, residentBytes } from "./stream-site";

const inboxCount = 50;
const each = 200;
const rowsAtOnce = 1000;
/** Each session is asked for anew at least once in this time. */
const watchedSeconds = 120;
const secret = randomBytes(32).toString("base64url");

/**
 * 10,000 sockets, each with a session of its own: what it takes to open them, and to see for two minutes that all may
 * still listen.
 */
export async function benchSessions(): Promise<void> {
  await onFreshServer(listenWithSessions, { AUTH_SECRET: secret });
}

async function listenWithSessions({ site, loop, load }: Parts): Promise<void> {
  const { port, pid } = site;
  const cookies = await createSessions(site.databaseUrl, inboxCount * each);
  const webhookIds: string[] = [];
  for (let at = 0; at < inboxCount; at += 1) webhookIds.push((await createInbox(site)).id);
  await loop.read(pid);
  const before = familyCpuSeconds(pid);
  const { opened, ms } = await load.order<{ opened: number; ms: number }>({
    listen: { port, cookies, webhookIds, each },
  });
  const opening = await loop.read(pid);
  const usedToOpen = familyCpuSeconds(pid) - before;
  await sleep(1000 * watchedSeconds);
  const watching = await loop.read(pid);
  const used = familyCpuSeconds(pid) - before - usedToOpen;
  say(
    `${opened} sessions  opened in ${(ms / 1000).toFixed(1)} s, ${((1e6 * usedToOpen) / opened).toFixed(0)} µs each; event loop late p99 ${opening.p99.toFixed(0)} ms, max ${opening.max.toFixed(0)} ms`,
  );
  say(
    `  the two minutes after that  ${((100 * used) / watchedSeconds).toFixed(1)} % of a core; event loop late p99 ${watching.p99.toFixed(0)} ms, max ${watching.max.toFixed(0)} ms; ${MB(residentBytes(pid))}`,
  );
}

/** Sessions of the account that there is, as cookies. To sign in so often would take half an hour for passwords alone. */
async function createSessions(databaseUrl: string, count: number): Promise<string[]> {
  // The embedded database does one thing at a time, and this takes seconds.
  const { db, close } = connect(databaseUrl, { isBusy: () => true });
  try {
    const [account] = await db.select({ userId: sessions.userId }).from(sessions).limit(1);
    if (!account) throw new Error("Nobody is signed in");
    const expiresAt = new Date(Date.now() + 24 * 3_600_000);
    const tokens = Array.from({ length: count }, () => randomBytes(24).toString("base64url"));
    for (let at = 0; at < count; at += rowsAtOnce) {
      const rows = tokens
        .slice(at, at + rowsAtOnce)
        .map((token) => ({ id: uuidv7(), ...account, token, expiresAt }));
      await db.insert(sessions).values(rows);
    }
    return tokens.map((token) => {
      const signature = createHmac("sha256", secret).update(token).digest("base64");
      return `fieldkit.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
    });
  } finally {
    await close();
  }
}
