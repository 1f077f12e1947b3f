import { createHash } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deleteInBatches } from "@/db/delete-in-batches";
import { idempotencyKeys } from "@/db/schema/idempotency";
import { hasRate } from "@/lib/auth/limits";
import { Answer, flat, headerOf } from "@/lib/operations/answer";
import type { Actor } from "@/lib/operations/context";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import type { Issue, Operation } from "@/lib/operations/operation";
import { ownerOfCall } from "./owner-of-call";

const keptMs = 24 * 60 * 60 * 1000;

const digest = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
};

/** Whether an `Idempotency-Key` has a meaning. Not for anonymous callers, who cannot be told apart. */
export function takesIdempotencyKey({ method, access, safe }: Operation): boolean {
  return method === "POST" && access !== "public" && !safe;
}

/** The request's `Idempotency-Key`, if it has a meaning here. */
export function idempotencyKey(op: Operation, headers: Headers): string | undefined {
  return takesIdempotencyKey(op) ? (headers.get("idempotency-key") ?? undefined) : undefined;
}

/** The problem of a key, if it has one. */
export function problemOfKey(key: string | undefined): Issue | undefined {
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return undefined;
  return { path: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" };
}

type Once = { op: Operation; key: string; path: string; body: Uint8Array; ctx: Ctx };

/** Thrown by the `fields()` of a probe: the caller has passed all checks of access. */
class Allowed extends Error {}

export type Work = (ctx: Ctx, fields?: () => never) => Promise<Answer>;

/**
 * Carries a request out only once per key within 24 hours.
 * @throws {AppError} `conflict` for the same key with another body, and for a repeat of an answer with a secret.
 */
export function oncePerKey(request: Once, work: Work): Promise<Answer> {
  const { op, key, path, body, ctx } = request;
  const row = {
    scope: digest(callerOf(ctx.actor), op.method, path),
    key,
    bodyHash: digest(body),
    createdAt: ctx.now(),
  };
  return op.callsOut ? runAfterClaim(request, row, work) : runWithClaim(request, row, work);
}

/**
 * The claim, the work and the stored answer are one transaction, so a repeat waits for the first request, and a crash
 * leaves no trace.
 */
function runWithClaim({ op, ctx }: Once, row: Claim, work: Work): Promise<Answer> {
  return transaction(ctx, async (inner) => {
    if (!(await claim(inner.db, row))) return repeat(inner, row, work);
    const answer = await work(inner);
    // A refusal is thrown and rolls the claim back, so this is a success.
    if (!op.secret) await store(inner, row, answer);
    return answer;
  });
}

/**
 * The claim is committed first, because no transaction may wait for somebody else's server. Until there is an answer,
 * and forever after a crash, a repeat is refused: nobody knows how far the first request got.
 */
async function runAfterClaim({ op, ctx }: Once, row: Claim, work: Work): Promise<Answer> {
  if (!(await claim(ctx.db, row))) return repeat(ctx, row, work);
  try {
    const answer = await work(ctx);
    if (!op.secret) await store(ctx, row, answer);
    return answer;
  } catch (error) {
    await ctx.db.delete(idempotencyKeys).where(isOf(row));
    throw error;
  }
}

async function repeat(ctx: Ctx, row: Claim, work: Work): Promise<Answer> {
  await requireAccess(ctx, work);
  return replay(ctx.db, row);
}

function callerOf(actor: Actor): string {
  if (actor.kind === "user") return `user ${actor.user.id}`;
  return actor.kind === "key" ? `key ${actor.key.id}` : actor.kind;
}

/**
 * Checks access again before an answer is repeated: runs the function up to the point where it asks for its fields,
 * which is after all checks of access, and undoes everything it did.
 */
async function requireAccess(ctx: Ctx, work: Work): Promise<void> {
  try {
    await transaction({ ...ctx, after: () => {} }, async (probe) => {
      await work(probe, () => {
        throw new Allowed();
      });
      throw new Allowed();
    });
  } catch (error) {
    if (!(error instanceof Allowed)) throw error;
  }
}

type Claim = { scope: string; key: string; bodyHash: string; createdAt: Date };

async function claim(db: Db, row: Claim): Promise<boolean> {
  const claimed = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: { bodyHash: row.bodyHash, createdAt: row.createdAt, status: null, headers: null, body: null },
      setWhere: lt(idempotencyKeys.createdAt, new Date(row.createdAt.getTime() - keptMs)),
    })
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

const isOf = ({ scope, key }: Claim) => and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key));

/** From here on answers are kept less often, because they fill the disk. */
const largeBytes = 16 * 1024;

/** Keeps the answer, unless the caller has filled what there is for answers: then a repeat is refused. */
async function store(ctx: Ctx, row: Claim, answer: Answer): Promise<void> {
  const isLarge = Buffer.byteLength(answer.text) > largeBytes;
  const rate = isLarge ? "largeKeptAnswersPerDay" : "keptAnswersPerDay";
  if (!(await hasRate(ctx, rate, ...ownerOfCall(ctx)))) return;
  const { status, text } = answer;
  await ctx.db
    .update(idempotencyKeys)
    .set({ status, headers: keptHeaders(answer), body: text })
    .where(isOf(row));
}

async function replay(db: Db, row: Claim): Promise<Answer> {
  const [stored] = await db.select().from(idempotencyKeys).where(isOf(row));
  if (stored?.bodyHash !== row.bodyHash) {
    throw new AppError("conflict", "This Idempotency-Key was used with another body. Use a new key.");
  }
  if (stored.status === null) {
    throw new AppError(
      "conflict",
      "This request was made before, and its answer is not there to be shown again.",
    );
  }
  return new Answer(stored.status, flat(stored.headers ?? {}), stored.body);
}

function keptHeaders({ headers }: Answer): Record<string, string> {
  const contentType = headerOf(headers, "content-type");
  return contentType === undefined ? {} : { "content-type": contentType };
}

/** Forgets answers older than a day. */
export async function pruneIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, idempotencyKeys, lt(idempotencyKeys.createdAt, new Date(now.getTime() - keptMs)));
}
