import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isDatabaseAway } from "@/db/database-unreachable";
import { isDiskFull } from "@/db/disk-full";
import { rawRows } from "@/db/raw-rows";
import { projects } from "@/db/schema/projects";
import { releases } from "@/db/schema/releases";
import { actorOf, type Planner } from "@/lib/auth/planner";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { runEffects } from "@/lib/operations/run-effects";
import { log } from "@/lib/platform/log/log";
import { unscheduled } from "./unscheduled";

/** Releases that are looked up at once: of each project one, then of each a second one. */
const releasesAtOnce = 20;
/** What a statement may take, and what it may wait for a lock. */
const limits = { statement_timeout: "10s", lock_timeout: "3s" };
/** When those are tried again that could not be published for a reason that may pass, and how many are left for then. */
const againMs = 5000;
const skippedMax = 100;
/** Work that follows, such as making HTML, is done by the first reader where more than this is under way. */
const followingMax = 4;

export type DueRelease = { id: string; projectId: string };

/** Publishes a release as the ordinary operation that it is, in the context's transaction. */
export type Publish = (ctx: Ctx, release: DueRelease) => Promise<unknown>;

/**
 * Publishes all drafts whose time has come, each once: in one transaction it is held, published, and its time taken away.
 * What another process holds is left to it.
 * @returns when to ask again at the latest; null if nothing is scheduled
 */
export async function publishDueReleases(db: Db, now: () => Date, publish: Publish): Promise<Date | null> {
  const skipped = new Set<string>();
  const follow = followers();
  for (;;) {
    // One moment for both questions, so that nothing falls due between them.
    const moment = now();
    const due = skipped.size < skippedMax ? await releasesDue(db, moment, [...skipped]) : [];
    for (const id of due) {
      if (!(await publishOne({ db, now, publish, follow }, id))) skipped.add(id);
    }
    if (due.length > 0) continue;
    return skipped.size > 0 ? new Date(moment.getTime() + againMs) : nextAt(db, moment);
  }
}

async function releasesDue(db: Db, moment: Date, skipped: string[]): Promise<string[]> {
  const at = moment.toISOString();
  const rows = await rawRows<{ id: string }>(
    db,
    sql`select id from (
      select id, publish_at, row_number() over (partition by project_id order by publish_at, id) as turn
        from ${releases}
       where publish_at <= ${at}::timestamptz and status = 'draft' and id <> all(${sql.param(skipped)}::uuid[])
    ) due order by turn, publish_at, id limit ${releasesAtOnce}`,
  );
  return rows.map(({ id }) => id);
}

async function nextAt(db: Db, moment: Date): Promise<Date | null> {
  const [row] = await rawRows<{ at: Date | string | null }>(
    db,
    sql`select min(publish_at) as at from ${releases} where publish_at > ${moment.toISOString()}::timestamptz`,
  );
  return row?.at ? new Date(row.at) : null;
}

type Surroundings = { db: Db; now: () => Date; publish: Publish; follow: Ctx["background"] };

/** @returns whether anything came of it */
async function publishOne({ db, now, publish, follow }: Surroundings, id: string): Promise<boolean> {
  const effects: (() => void | Promise<void>)[] = [];
  try {
    const isDone = await db.transaction(async (tx) => {
      for (const [name, value] of Object.entries(limits))
        await tx.execute(sql`select set_config(${name}, ${value}, true)`);
      const release = await holdDue(tx, id, now());
      if (!release) return false;
      const ctx = contextOf({ db: tx, now, id, background: follow, after: (effect) => effects.push(effect) });
      await publishHeld(ctx, release, publish);
      return true;
    });
    await runEffects(effects);
    return isDone;
  } catch (err) {
    log().warn({ err, releaseId: id }, "a scheduled release could not be published, and is tried again");
    // While the database is away or full, no other one could be published either.
    if (isDatabaseAway(err) || isDiskFull(err)) throw err;
    return false;
  }
}

type Held = DueRelease & { teamId: string; planner: Planner };

async function holdDue(tx: Db, id: string, moment: Date): Promise<Held | undefined> {
  // The project first, in the order of locks.
  const own = tx.select({ id: releases.projectId }).from(releases).where(eq(releases.id, id));
  const held = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(inArray(projects.id, own))
    .for("key share", { skipLocked: true });
  if (held.length === 0) return undefined;
  const [row] = await tx
    .select({
      ...{ id: releases.id, projectId: projects.id, teamId: projects.teamId },
      ...{ kind: releases.publisherKind, actorId: releases.publisherId, name: releases.publisherName },
    })
    .from(releases)
    .innerJoin(projects, eq(projects.id, releases.projectId))
    .where(and(eq(releases.id, id), eq(releases.status, "draft"), lte(releases.publishAt, moment)))
    .for("update", { of: releases, skipLocked: true });
  if (!row) return undefined;
  const { kind, actorId, name, ...release } = row;
  return {
    ...release,
    planner: { actorKind: kind ?? "person", actorId: actorId ?? "", actorName: name ?? "" },
  };
}

/** A refusal leaves nothing of the publication, and is told to whoever looks at the release. */
async function publishHeld(ctx: Omit<Ctx, "actor">, { planner, teamId, ...release }: Held, publish: Publish) {
  const { db, now } = ctx;
  try {
    const actor = await actorOf(db, planner, { teamId, now: now() });
    await db.transaction((inner) => publish({ ...ctx, actor, db: inner }, release));
  } catch (error) {
    // Anything else may pass.
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
    await db
      .update(releases)
      .set({ ...unscheduled, publishProblem: error.message })
      .where(eq(releases.id, release.id));
  }
}

type Given = Pick<Ctx, "db" | "now" | "after" | "background"> & { id: string };

/** What a request of the planner's would bring. */
const contextOf = ({ id, ...given }: Given): Omit<Ctx, "actor"> => ({
  ...given,
  headers: new Headers(),
  search: "",
  clientAddress: "",
  requestId: `schedule ${id}`,
  inTransaction: true,
  isConfirmed: true,
});

/** Starts what follows a publication, unless much of that is under way: the first reader then does it. */
function followers(): Ctx["background"] {
  let underWay = 0;
  return (work) => {
    if (underWay >= followingMax) return;
    underWay += 1;
    work()
      .catch((err: unknown) => log().warn({ err }, "work after a scheduled publication failed"))
      .finally(() => {
        underWay -= 1;
      });
  };
}
