import { and, eq, gt, notInArray } from "drizzle-orm";
import { sessions } from "@/db/schema/auth";
import { requireUser } from "@/lib/auth/access";
import { deviceOf } from "@/lib/auth/device-of";
import { endAccess } from "@/lib/auth/end-access";
import { endSelectedSessions } from "@/lib/auth/end-sessions";
import { lockAccount, ownSession } from "@/lib/auth/lock-account";
import { transaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { byTime, listOf, type RowOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { noteTrail } from "@/lib/operations/trail";
import { endOtherSessions, endSession, listSessions } from "./contract";
import { deletePendingChange } from "./ways/email-change";

const { id, userId, userAgent, ipAddress, createdAt, updatedAt, expiresAt } = sessions;
const columns = { id, device: userAgent, address: ipAddress, createdAt, lastSeenAt: updatedAt, expiresAt };

const list = listOf({
  from: sessions,
  columns,
  id,
  searched: [userAgent, ipAddress],
  sorts: { createdAt: byTime(createdAt), lastSeenAt: byTime(updatedAt) },
});

export const handleListSessions = implement(listSessions, async (ctx, input) => {
  const user = requireUser(ctx);
  const asked = await input.fields();
  const where = and(eq(userId, user.id), gt(expiresAt, ctx.now()));
  const current = ctx.actor.kind === "user" ? ctx.actor.sessionId : undefined;
  const toSession = (row: RowOf<typeof columns>) => ({
    ...withIsoTimes(row),
    device: deviceOf(row.device),
    address: row.address && shortAddress(row.address),
    isCurrent: row.id === current,
  });
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(toSession));
});

export const handleEndSession = implement(endSession, async (ctx, input) => {
  const user = requireUser(ctx);
  await input.fields();
  const [ended] = await endSelectedSessions(ctx, and(eq(id, input.sessionId), eq(userId, user.id)));
  if (!ended) throw notFound("Session");
  // The session may have been an intruder's, and have requested it.
  await deletePendingChange(ctx.db, user.id);
  const device = deviceOf(ended.userAgent);
  const address = ended.ipAddress && shortAddress(ended.ipAddress);
  noteTrail(ctx, { before: { device, address }, subject: { name: device } });
  return { success: true as const };
});

export const handleEndOtherSessions = implement(endOtherSessions, async (ctx, input) => {
  const user = requireUser(ctx);
  const { current } = await input.fields();
  const ended = await transaction(ctx, async (inner) => {
    await lockAccount(inner);
    const keep = current === "end" ? [] : ownSession(ctx);
    const isEnding = and(eq(userId, user.id), notInArray(id, keep));
    const ending = await inner.db.select({ userAgent }).from(sessions).where(isEnding);
    const event = current === "end" ? "signed out everywhere" : "signed out everywhere else";
    ctx.after(await endAccess(inner.db, user.id, event, { keep }));
    return ending;
  });
  const devices = ended.map((each) => deviceOf(each.userAgent));
  noteTrail(ctx, { before: { sessions: devices }, after: { sessions: [] } });
  return { ended: ended.length };
});

/** IPv6 without its zeros. */
function shortAddress(address: string): string {
  const url = `http://[${address}]`;
  return address.includes(":") && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
}
