import { createHash } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import type { Db } from "@/db/client";
import { idempotencyKeys } from "@/db/schema/idempotency";
import { type Ctx, transaction } from "./context";
import { AppError } from "./errors";
import type { Operation } from "./operation";
import { invalid } from "./read-body";

const keptMs = 24 * 60 * 60 * 1000;

const digest = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
};

/** The request's `Idempotency-Key`, where the header means something. */
export function idempotencyKey(op: Operation, headers: Headers): string | undefined {
  const key = headers.get("idempotency-key");
  if (key === null || op.method !== "POST") return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid([{ path: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }]);
  }
  return key;
}

type Once = { op: Operation; key: string; path: string; body: Uint8Array; ctx: Ctx };

/**
 * Carries a request out once per key for 24 hours. The claim, the work and the stored answer are one
 * transaction, so a repeat waits for the first and a crash leaves neither.
 * @throws {AppError} `conflict` for the same key with another body, and for a repeat of an answer with a secret.
 */
export async function once(
  { op, key, path, body, ctx }: Once,
  work: (ctx: Ctx) => Promise<Response>,
): Promise<Response> {
  const caller = ctx.actor.kind === "user" ? `user ${ctx.actor.user.id}` : ctx.actor.kind;
  const row = { scope: digest(caller, op.method, path), key, bodyHash: digest(body), createdAt: ctx.now() };
  const effects: (() => void | Promise<void>)[] = [];
  const response = await transaction({ ...ctx, after: (effect) => effects.push(effect) }, async (inner) => {
    if (!(await claim(inner.db, row))) return replay(inner.db, row);
    const answer = await work(inner);
    // An expected refusal is thrown and rolls the claim back; what gets here is a success.
    if (op.secret) return answer;
    await inner.db
      .update(idempotencyKeys)
      .set({ status: answer.status, headers: keptHeaders(answer), body: await answer.clone().text() })
      .where(and(eq(idempotencyKeys.scope, row.scope), eq(idempotencyKeys.key, row.key)));
    return answer;
  });
  for (const effect of effects) ctx.after(effect);
  return response;
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

async function replay(db: Db, row: Claim): Promise<Response> {
  const [stored] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, row.scope), eq(idempotencyKeys.key, row.key)));
  if (stored?.bodyHash !== row.bodyHash) {
    throw new AppError("conflict", "This Idempotency-Key was used with another body. Use a new key.");
  }
  if (stored.status === null) {
    throw new AppError(
      "conflict",
      "This request was already carried out, and its answer is not shown twice.",
    );
  }
  return new Response(stored.body, { status: stored.status, headers: stored.headers ?? {} });
}

function keptHeaders(response: Response): Record<string, string> {
  const contentType = response.headers.get("content-type");
  return contentType ? { "content-type": contentType } : {};
}

/** Forgets answers older than a day. */
export async function pruneIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - keptMs)));
}
