import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import KSUID from "ksuid";
import { laterThan } from "@/db/schema/columns";
import { flags } from "@/db/schema/flags";
import { changeOf } from "@/lib/audit/change-of";
import { doerOf, recordDeeds } from "@/lib/audit/record-change";
import type { ProjectRow } from "@/lib/auth/access";
import { Flag } from "@/lib/flags/contract";
import { type FlagRow, toFlag } from "@/lib/flags/to-flag";
import type { Ctx } from "@/lib/operations/context";
import { promoteFlags } from "./contract";
import type { PlannedFlag } from "./plan-promotion";
import type { TwoEnvironments } from "./two-environments";

const source = alias(flags, "source");

/**
 * Writes what a plan says.
 * @returns the changed flags of `to` as they are now; one that somebody else made meanwhile is not among them
 */
export async function writePromotion(
  ctx: Ctx,
  two: TwoEnvironments,
  planned: readonly PlannedFlag[],
): Promise<FlagRow[]> {
  const written: FlagRow[] = [];
  for (const some of slices(planned)) {
    written.push(...(await createFlags(ctx, two, some)), ...(await changeFlags(ctx, two, some)));
  }
  return written;
}

/** Flags that are written together, so that others have their turns between them. */
const togetherMax = 50;

function* slices<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += togetherMax) yield items.slice(at, at + togetherMax);
}

/** A new flag has the salt of the one that it comes from, so that the same subjects are in. */
async function createFlags({ db }: Ctx, { to }: TwoEnvironments, planned: readonly PlannedFlag[]) {
  const rows = planned.flatMap(({ result, from }) => {
    if (result !== "created" || !from) return [];
    const { createdAt, updatedAt, countedSince, decidedAt, rolledAt, rolledOn, ...rest } = from;
    const { valueBytes, schemaBytes, ...fields } = rest;
    return [{ ...fields, id: KSUID.randomSync().string, environmentId: to.id }];
  });
  if (rows.length === 0) return [];
  return db.insert(flags).values(rows).onConflictDoNothing().returning();
}

/** By one statement from flag to flag, so that values arrive to the letter. Salts stay: nobody moves. */
async function changeFlags(ctx: Ctx, { from, to }: TwoEnvironments, planned: readonly PlannedFlag[]) {
  const keys = planned.filter(({ result }) => result === "updated").map(({ key }) => key);
  if (keys.length === 0) return [];
  return ctx.db
    .update(flags)
    .set({
      ...{ name: taken("name"), enabled: taken("enabled"), rollout: taken("rollout") },
      ...{ rolloutBasisPoints: taken("rolloutBasisPoints"), values: taken("values") },
      ...{ variants: taken("variants"), valueSchema: taken("valueSchema") },
      ...{ description: taken("description"), tags: taken("tags") },
      ...{ ownerId: taken("ownerId"), rolledAt: null, updatedAt: laterThan(flags.updatedAt, ctx.now()) },
    })
    .from(source)
    .where(
      and(
        ...[eq(flags.environmentId, to.id), inArray(flags.key, keys)],
        ...[eq(source.environmentId, from.id), eq(source.key, flags.key)],
      ),
    )
    .returning(getTableColumns(flags));
}

const taken = (column: keyof FlagRow) => sql`${source[column]}`;

/** An entry for each flag, as if it had been changed by itself. */
export async function notePromotion(
  ctx: Ctx,
  { id: projectId, referenceId, teamId }: Pick<ProjectRow, "id" | "referenceId" | "teamId">,
  { to: environment }: TwoEnvironments,
  { planned, written }: { planned: readonly PlannedFlag[]; written: readonly FlagRow[] },
): Promise<void> {
  const before = new Map(planned.map(({ key, to }) => [key, to]));
  const shown = (flag: FlagRow) => Flag.parse(toFlag(referenceId, { flag, environment }));
  for (const some of slices(written)) {
    const deeds = some.flatMap((flag) => {
      const old = before.get(flag.key);
      const change = changeOf(old && shown(old), shown(flag));
      const subject = { kind: "flag" as const, id: flag.id, name: flag.name };
      return change ? [{ teamId, projectId, operation: promoteFlags.id, subject, change }] : [];
    });
    await recordDeeds(ctx, doerOf(ctx), deeds);
  }
}
