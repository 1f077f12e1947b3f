import type { Db } from "@/db/client";
import { retrying } from "@/db/conflict";
import type { Scope } from "@/lib/platform/key-scopes";
import type { Trail } from "./trail";

/** What a domain function knows of its request. */
export type Ctx = {
  actor: Actor;
  /** The database, or the transaction that the request runs in. Inside a transaction query nothing else. */
  db: Db;
  headers: Headers;
  /** The query string as sent, with its question mark, or empty. */
  search: string;
  /** The caller's address as limits count it: IPv6 by its /64 network. */
  clientAddress: string;
  requestId: string;
  now(): Date;
  /** Runs once the writes are committed and before the answer leaves: evictions, publications. */
  after(effect: () => void | Promise<void>): void;
  /** Continues with `work` after the answer has left, if the platform keeps the process alive for that. */
  background(work: () => Promise<void>): void;
  /** The scopes of which a calling key needs one; only `admin` if left out. */
  scopes?: readonly Scope[];
  /** Whether `db` is a transaction. Access is then read and locked in it, instead of taken from memory. */
  inTransaction?: boolean;
  /** Whether whoever planned it has confirmed what it changes, so that it needs no header. */
  isConfirmed?: boolean;
  /** Results of work that was done before the transaction (`beforehand`), by what they depend on. */
  known?: ReadonlyMap<string, unknown>;
  /** What the audit trail shall know of the call, if it is told of it. */
  trail?: Trail;
};

type Effect = Parameters<Ctx["after"]>[0];

/**
 * Runs `work` in a transaction of its own, or, inside a transaction, in a part of it that is undone alone. Deadlocks and
 * serialization failures are tried again, so `work` changes nothing outside of its context.
 */
export async function transaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.inTransaction) return ctx.db.transaction((tx) => work({ ...ctx, db: tx }));
  let effects: Effect[] = [];
  try {
    return await retrying(() => {
      effects = [];
      return ctx.db.transaction(async (tx) => {
        const own: Effect[] = [];
        const after = (effect: Effect) => void own.push(effect);
        const result = await work({ ...ctx, db: tx, inTransaction: true, after });
        effects = own;
        return result;
      });
    });
  } finally {
    // Also where the answer to the commit was lost, which may have been made.
    for (const effect of effects) ctx.after(effect);
  }
}

/** Runs `work` in the transaction that is open, or in one of its own. */
export const inTransaction = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  ctx.inTransaction ? work(ctx) : transaction(ctx, work);

/** A signed-in person. */
export type UserActor = {
  kind: "user";
  user: { id: string; name: string; email: string };
  sessionId: string;
};
/** An API key of one project. It has the role of an admin, or of its owner if it is personal, within its scopes. */
export type KeyActor = {
  kind: "key";
  key: {
    id: string;
    projectId: string;
    scopes: readonly Scope[];
    personal: boolean;
    /** The person who created it, and the owner of a personal key. */
    createdBy: string | null;
    /** The only environment that it may ask about, if it is bound to one. */
    environmentId: string | null;
    /** Origins of the only pages that may use it; null for any. */
    origins: readonly string[] | null;
  };
};
/** Who makes a request. */
export type Actor = UserActor | KeyActor | { kind: "anonymous" };
