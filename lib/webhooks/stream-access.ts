import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { sessions, users } from "@/db/schema/auth";
import { apiKeys } from "@/db/schema/keys";
import { streamTickets, webhooks } from "@/db/schema/webhooks";
import { requireProjectNow } from "@/lib/auth/access";
import { authenticate } from "@/lib/auth/authenticate";
import type { Actor, Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { authSecret } from "@/lib/platform/secrets/auth-secret";
import { grantHeader } from "./contract";
import type { WebhookRow } from "./to-webhook";

/** The session or key that a stream depends on: the stream may go on for as long as it lives and may read. */
const Holder = z.union([
  z.object({ userId: z.string(), sessionId: z.string() }),
  z.object({ keyId: z.string() }),
]);
export type Holder = z.output<typeof Holder>;

const Grant = z.object({ webhookId: z.string(), holder: Holder });

export const ticketMs = 30_000;
export const newTicket = () => randomBytes(32).toString("base64url");
export const ticketHash = (ticket: string) => createHash("sha256").update(ticket).digest("hex");

/** The caller as a holder. */
export function holderOf(actor: Actor): Holder {
  if (actor.kind === "key") return { keyId: actor.key.id };
  if (actor.kind === "user") return { userId: actor.user.id, sessionId: actor.sessionId };
  throw new AppError("unauthorized", "Unauthorized");
}

/**
 * The holder by the client's own key or cookie.
 * @throws {AppError} `unauthorized`, and `forbidden` for a cookie that a foreign page made the browser send
 */
export async function holderOfRequest(headers: Headers): Promise<Holder> {
  return holderOf(await authenticate("project", { headers, method: "POST" }));
}

/**
 * The holder of a ticket for this inbox. The ticket is used up by this.
 * @throws {AppError} `unauthorized`
 */
export async function holderOfTicket(ctx: Ctx, webhookId: string, ticket: string): Promise<Holder> {
  const [used] = await ctx.db
    .delete(streamTickets)
    .where(eq(streamTickets.hash, ticketHash(ticket)))
    .returning();
  const holder = Holder.safeParse(used?.holder);
  if (!used || !holder.success || used.webhookId !== webhookId || used.expiresAt <= ctx.now()) {
    throw new AppError("unauthorized", "The ticket is unknown, used or expired. Ask for a new one.");
  }
  return holder.data;
}

/**
 * Checks in the database that the holder's session or key still lives and may read the inbox.
 * @throws {AppError} `unauthorized`, `not_found`, `forbidden`
 */
export async function requireStream(
  ctx: Ctx,
  webhookId: string,
  holder: Holder,
): Promise<{ webhook: WebhookRow; expiresAt: Date | null }> {
  const found = "keyId" in holder ? await actorOfKeyId(ctx, holder.keyId) : await actorOfSession(ctx, holder);
  if (!found) throw new AppError("unauthorized", "Unauthorized");
  const [webhook] = isGuid(webhookId)
    ? await ctx.db.select().from(webhooks).where(eq(webhooks.id, webhookId))
    : [];
  if (!webhook) throw notFound("Webhook");
  await requireProjectNow({ ...ctx, actor: found.actor }, { uuid: webhook.projectId });
  return { webhook, expiresAt: found.expiresAt };
}

type Found = { actor: Actor; expiresAt: Date | null };

async function actorOfKeyId(ctx: Ctx, keyId: string): Promise<Found | undefined> {
  const [key] = await ctx.db
    .select({ id: apiKeys.id, projectId: apiKeys.projectId, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.id, keyId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, ctx.now())),
      ),
    );
  if (!key) return undefined;
  const { expiresAt, ...actor } = key;
  return { actor: { kind: "key", key: actor }, expiresAt };
}

type SessionHolder = Extract<Holder, { sessionId: string }>;

async function actorOfSession(ctx: Ctx, holder: SessionHolder): Promise<Found | undefined> {
  const [session] = await ctx.db
    .select({ expiresAt: sessions.expiresAt, id: users.id, name: users.name, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, holder.sessionId),
        eq(sessions.userId, holder.userId),
        gt(sessions.expiresAt, ctx.now()),
      ),
    );
  if (!session) return undefined;
  const { expiresAt, ...user } = session;
  return { actor: { kind: "user", user, sessionId: holder.sessionId }, expiresAt };
}

/**
 * A sealed note of who listens to what, which the relay sends back later. It does not prove that access still holds.
 */
export function sealGrant(webhookId: string, holder: Holder): string {
  const payload = Buffer.from(JSON.stringify({ webhookId, holder })).toString("base64url");
  return `${payload}.${signatureOf(payload)}`;
}

/**
 * The holder of the grant in the request's header.
 * @throws {AppError} `unauthorized` if it is not one of our grants for this inbox
 */
export function holderOfGrant(headers: Headers, webhookId: string): Holder {
  const [payload = "", signature = ""] = (headers.get(grantHeader) ?? "").split(".");
  const refused = new AppError("unauthorized", "Unauthorized");
  const expected = Buffer.from(signatureOf(payload));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw refused;
  const grant = Grant.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!grant.success || grant.data.webhookId !== webhookId) throw refused;
  return grant.data.holder;
}

const signatureOf = (payload: string) =>
  createHmac("sha256", authSecret()).update(`stream grant ${payload}`).digest("base64url");
