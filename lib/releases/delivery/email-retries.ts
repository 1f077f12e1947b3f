import { and, eq, lte, min, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { releaseDeliveries, releases, releaseEmailRetries as retries } from "@/db/schema/releases";
import { actorOf, plannerOf } from "@/lib/auth/planner";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { outcomeOf } from "@/lib/platform/deliveries/outcome";
import { log } from "@/lib/platform/log/log";
import type { ReleaseRow } from "../notes/to-release";
import { DeliveryError } from "./deliver";
import type { Missing } from "./deliver-to-all";
import { addressKey } from "./recipients";

/** How long an attempt can take before another process repeats it. No recipient gets it twice. */
const leaseMs = 10 * 60_000;

/** Plans another attempt if one can reach recipients who don't have the email, or ends the attempts. */
export async function planRetry(ctx: Ctx, release: ReleaseRow, missing: readonly Missing[]): Promise<void> {
  const { id: releaseId, revision, status } = release;
  if (!missing.some(({ error }) => isRetried(error))) return endRetries(ctx.db, releaseId);
  await noteUnattempted(ctx, release, missing);
  const isSame = sql`${retries.revision} = excluded.revision and ${retries.status} = excluded.status`;
  const [row] = await ctx.db
    .insert(retries)
    .values({ releaseId, revision, status, attempts: 1, dueAt: ctx.now(), ...(await plannerOf(ctx)) })
    .onConflictDoUpdate({
      target: retries.releaseId,
      set: {
        attempts: sql`case when ${isSame} then ${retries.attempts} + 1 else 1 end`,
        ...{ revision: sql`excluded.revision`, status: sql`excluded.status` },
        ...{ actorKind: sql`excluded.actor_kind`, actorId: sql`excluded.actor_id` },
        actorName: sql`excluded.actor_name`,
      },
    })
    .returning({ attempts: retries.attempts });
  const given = { attempts: row?.attempts ?? 1, retries: true, now: ctx.now() };
  const outcome = outcomeOf({ statusCode: null, isFinal: false }, given);
  if (outcome.state !== "pending") return endRetries(ctx.db, releaseId);
  const dueAt = new Date(ctx.now().getTime() + outcome.waitMs);
  await ctx.db.update(retries).set({ dueAt }).where(eq(retries.releaseId, releaseId));
}

const isRetried = (error: AppError) =>
  error.code === "rate_limited" ||
  (error instanceof DeliveryError && !error.details.isUnknown && !error.details.isFinal);

export async function endRetries(db: Db, releaseId: string): Promise<void> {
  await db.delete(retries).where(eq(retries.releaseId, releaseId));
}

/** Recipients after the one at whom the service failed weren't attempted, and would be shown nowhere. */
async function noteUnattempted(
  { db, now }: Ctx,
  { id: releaseId, revision }: ReleaseRow,
  missing: readonly Missing[],
): Promise<void> {
  const failed = missing.filter(({ error }) => error.code !== "conflict");
  if (failed.length === 0) return;
  await db
    .insert(releaseDeliveries)
    .values(
      failed.map(({ recipient, error }) => ({
        ...{ id: uuidv7(), releaseId, revision, recipient: addressKey(recipient) },
        ...{ channel: "email" as const, state: "failed" as const },
        ...{ detail: error.message.slice(0, 500), updatedAt: now() },
      })),
    )
    .onConflictDoNothing();
}

export type RetriedRelease = { id: string; projectId: string };
/** Sends a release as its operation does. */
export type SendAgain = (ctx: Ctx, release: RetriedRelease) => Promise<unknown>;

/** Sends releases again whose next attempt is due. @returns when the next one is */
export async function retryEmails(db: Db, now: () => Date, send: SendAgain): Promise<Date | null> {
  for (let row = await take(db, now()); row; row = await take(db, now()))
    await retryOne({ db, now, send }, row);
  const [next] = await db.select({ at: min(retries.dueAt) }).from(retries);
  return next?.at ?? null;
}

type Retry = typeof retries.$inferSelect;

async function take(db: Db, moment: Date): Promise<Retry | undefined> {
  const due = db
    .select({ id: retries.releaseId })
    .from(retries)
    .where(lte(retries.dueAt, moment))
    .orderBy(retries.dueAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await db
    .update(retries)
    .set({ dueAt: new Date(moment.getTime() + leaseMs) })
    .where(eq(retries.releaseId, sql`(${due})`))
    .returning();
  return row;
}

type Surroundings = { db: Db; now: () => Date; send: SendAgain };

async function retryOne({ db, now, send }: Surroundings, retry: Retry): Promise<void> {
  const { releaseId, revision, status } = retry;
  const isSame = and(
    eq(releases.id, releaseId),
    eq(releases.revision, revision),
    sql`${releases.status} = ${status}`,
  );
  const [release] = await db
    .select({ id: releases.id, projectId: releases.projectId, teamId: projects.teamId })
    .from(releases)
    .innerJoin(projects, eq(projects.id, releases.projectId))
    .where(isSame);
  if (!release) return endRetries(db, releaseId);
  const effects: (() => void | Promise<void>)[] = [];
  try {
    const actor = await actorOf(db, retry, { teamId: release.teamId, now: now() });
    await send({ ...contextOf(releaseId), db, now, actor, after: (effect) => effects.push(effect) }, release);
    await endRetries(db, releaseId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().info({ releaseId, code: error.code }, "an email of a release could not be sent again");
    // The operation has planned the next attempt, or there is none for these.
    if (!["bad_gateway", "rate_limited", "unavailable"].includes(error.code)) await endRetries(db, releaseId);
  } finally {
    for (const effect of effects) await effect();
  }
}

const contextOf = (id: string) => ({
  headers: new Headers(),
  search: "",
  clientAddress: "",
  requestId: `email retry ${id}`,
  background: (work: () => Promise<void>) => void work(),
});
