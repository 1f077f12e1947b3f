import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema/auth";
import { apiKeys } from "@/db/schema/keys";
import type { Actor, Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { isLive } from "./key-rows";
import { keyColumns } from "./known-keys";
import { readRole } from "./known-projects";

/** Whoever planned something, in whose name it is done. Both may go before it is. */
export type Planner = { actorKind: "person" | "key"; actorId: string; actorName: string };

/** Whoever plans, as it is kept. */
export async function plannerOf({ actor, db }: Ctx): Promise<Planner> {
  if (actor.kind === "user")
    return { actorKind: "person", actorId: actor.user.id, actorName: actor.user.name };
  // Only people and keys get past `requireProject`.
  if (actor.kind !== "key") throw new AppError("unauthorized", "Unauthorized");
  const { id } = actor.key;
  const [key] = await db.select({ name: apiKeys.name }).from(apiKeys).where(eq(apiKeys.id, id));
  return { actorKind: "key", actorId: id, actorName: key?.name ?? "API key" };
}

/**
 * The same as who carries it out, if they still could themselves.
 * @throws {AppError} `forbidden`, with a message for those who find that it was not done
 */
export async function actorOf(
  db: Db,
  { actorKind, actorId, actorName }: Planner,
  { teamId, now }: { teamId: string; now: Date },
): Promise<Actor> {
  if (actorKind === "key") return keyActor(db, { id: actorId, name: actorName, now });
  const [user] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, actorId));
  if (!user) throw gone(`${actorName}, who scheduled this, has no account any more.`);
  if ((await readRole(db, teamId, user.id)) === null)
    throw gone(`${user.name}, who scheduled this, is not a member of the project’s team any more.`);
  return { kind: "user", user, sessionId: "" };
}

async function keyActor(db: Db, { id, name, now }: { id: string; name: string; now: Date }): Promise<Actor> {
  const lasts = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));
  const [key] = await db
    .select(keyColumns)
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isLive(), lasts));
  if (!key) throw gone(`The API key ${name}, which scheduled this, was revoked or has expired.`);
  return { kind: "key", key };
}

const gone = (message: string) => new AppError("forbidden", message);
