import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { sessions, users } from "@/db/schema/auth";
import { apiKeys } from "@/db/schema/keys";
import { projectRefusals } from "@/lib/auth/access";
import { authenticate } from "@/lib/auth/authenticate";
import { isLive } from "@/lib/auth/key-rows";
import { keyColumns } from "@/lib/auth/known-keys";
import { projectOfStream } from "@/lib/mocks/calls/contract";
import type { Actor, Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { scopesFor } from "@/lib/operations/scope";
import { authSecret } from "@/lib/platform/secrets/auth-secret";
import { type StreamSource, streamSources } from "./stream-sources";

/** The session or key that a stream depends on: the stream may go on for as long as it lives and may read. */
export const Holder = z.union([
  z.object({ userId: z.string(), sessionId: z.string() }),
  z.object({ keyId: z.string() }),
]);
export type Holder = z.output<typeof Holder>;

const Grant = z.object({ webhookId: z.string(), holder: Holder });

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

/** A stream, and who listens; undefined where that is not known. */
export type AskedStream = { webhookId: string; holder: Holder | undefined };
export type StreamState = { source: StreamSource; expiresAt: Date | null };

/**
 * Checks in the database that the holder's session or key still lives and may read the inbox, or the project.
 * @throws {AppError} `unauthorized`, `not_found`, `forbidden`
 */
export async function requireStream(ctx: Ctx, webhookId: string, holder: Holder): Promise<StreamState> {
  const [state] = await statesOfStreams(ctx, [{ webhookId, holder }]);
  if (!state || state instanceof AppError) throw state ?? unauthorized();
  return state;
}

/** The same of many, by some queries for all of them; of each that may not go on, why. */
export async function statesOfStreams(
  ctx: Ctx,
  streams: readonly AskedStream[],
): Promise<(StreamState | AppError)[]> {
  const holders = streams.flatMap(({ holder }) => holder ?? []);
  const [keys, sessions, sources] = await Promise.all([
    actorsOfKeys(ctx, holders),
    actorsOfSessions(ctx, holders),
    streamSources(
      ctx.db,
      streams.flatMap(({ webhookId, holder }) => (holder ? webhookId : [])),
    ),
  ]);
  const found = streams.map(({ webhookId, holder }) => {
    const known = holder && ("keyId" in holder ? keys.get(holder.keyId) : sessions.get(nameOf(holder)));
    if (!known) return unauthorized();
    const source = sources.get(webhookId.toLowerCase());
    if (!source) return notFound("Webhook");
    return { ...known, source, projectId: source.projectId, scopes: scopesOf(webhookId) };
  });
  const refusals = await projectRefusals(
    ctx,
    found.flatMap((each) => (each instanceof AppError ? [] : each)),
  );
  return found.map((each) => {
    if (each instanceof AppError) return each;
    return refusals.get(each) ?? { source: each.source, expiresAt: each.expiresAt };
  });
}

const [ofInboxes, ofMockCalls] = ["Webhooks", "Mock calls"].map((tag) => scopesFor({ method: "GET", tag }));
const scopesOf = (stream: string) => (projectOfStream(stream) === undefined ? ofInboxes : ofMockCalls) ?? [];

const unauthorized = () => new AppError("unauthorized", "Unauthorized");

type Found = { actor: Actor; expiresAt: Date | null };

async function actorsOfKeys(ctx: Ctx, holders: readonly Holder[]): Promise<Map<string, Found>> {
  const ids = holders.flatMap((holder) => ("keyId" in holder ? holder.keyId : []));
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ ...keyColumns, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(
      and(
        inArray(apiKeys.id, ids),
        isLive(),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, ctx.now())),
      ),
    );
  return new Map(rows.map(({ expiresAt, ...key }) => [key.id, { actor: { kind: "key", key }, expiresAt }]));
}

type SessionHolder = Extract<Holder, { sessionId: string }>;
const nameOf = ({ sessionId, userId }: SessionHolder) => JSON.stringify([sessionId, userId]);

/** By `nameOf`. */
async function actorsOfSessions(ctx: Ctx, holders: readonly Holder[]): Promise<Map<string, Found>> {
  const ids = holders.flatMap((holder) => ("sessionId" in holder ? holder.sessionId : []));
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      ...{ sessionId: sessions.id, expiresAt: sessions.expiresAt },
      ...{ id: users.id, name: users.name, email: users.email },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, ctx.now())));
  return new Map(
    rows.map(({ sessionId, expiresAt, ...user }) => [
      nameOf({ sessionId, userId: user.id }),
      { actor: { kind: "user", user, sessionId }, expiresAt },
    ]),
  );
}

/**
 * A sealed note of who listens to what, which the relay sends back later. It does not prove that access still holds.
 */
export function sealGrant(webhookId: string, holder: Holder): string {
  const payload = Buffer.from(JSON.stringify({ webhookId, holder })).toString("base64url");
  return `${payload}.${signatureOf(payload)}`;
}

/** The holder of a grant; undefined if it is not one of ours for this inbox. */
export function holderOfGrant(given: string, webhookId: string): Holder | undefined {
  const [payload = "", signature = ""] = given.split(".");
  const expected = Buffer.from(signatureOf(payload));
  const shown = Buffer.from(signature);
  if (expected.length !== shown.length || !timingSafeEqual(expected, shown)) return undefined;
  const grant = Grant.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  return grant.success && grant.data.webhookId === webhookId ? grant.data.holder : undefined;
}

const signatureOf = (payload: string) =>
  createHmac("sha256", authSecret()).update(`stream grant ${payload}`).digest("base64url");
