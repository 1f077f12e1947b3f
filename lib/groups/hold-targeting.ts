import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { flagGroups, groupFlags, segments } from "@/db/schema/flags";
import type { Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { invalid } from "@/lib/operations/read-body";
import { namedMax, namesOf } from "@/lib/targeting/names-of";
import { canServe, endlessIssue, prerequisiteIssues } from "@/lib/targeting/prerequisite-issues";
import { segmentsOfRules } from "@/lib/targeting/rule-issues";
import type { StoredPrerequisite, StoredTargeting } from "@/lib/targeting/stored-targeting";
import type { GroupFlagRow } from "./require-group";

type Place = { projectId: string; groupId: string; key: string };

/**
 * Keeps what a flag's targeting names until the transaction ends: segments, and flags of the group.
 * @throws {AppError} `invalid_request` where something is not there, or flags would need each other
 */
export async function holdTargeting(
  ctx: Ctx,
  place: Place,
  targeting: Partial<StoredTargeting>,
): Promise<void> {
  if (targeting.rules) await holdSegments(ctx, place.projectId, segmentsOfRules(targeting.rules));
  if (targeting.prerequisites) await holdPrerequisites(ctx, place, targeting.prerequisites);
}

/**
 * @param named keys of segments, with where they are named
 * @throws {AppError} `invalid_request`
 */
export async function holdSegments(
  { db }: Ctx,
  projectId: string,
  named: ReadonlyMap<string, string>,
): Promise<void> {
  if (named.size === 0) return;
  const held = await db
    .select({ key: segments.key })
    .from(segments)
    .where(and(eq(segments.projectId, projectId), inArray(segments.key, [...named.keys()])))
    .orderBy(asc(segments.id))
    .for("share");
  const known = new Set(held.map(({ key }) => key));
  const issues = [...named].flatMap(([key, path]) =>
    known.has(key) ? [] : [{ path, message: `names no segment of the project: ${key}` }],
  );
  if (issues.length > 0) throw invalid(issues);
}

/**
 * Whatever changes who needs whom in a group waits for this.
 * @throws {AppError} `not_found` if the group was deleted
 */
export async function holdGroup({ db }: Ctx, groupId: string): Promise<void> {
  const isIt = eq(flagGroups.id, groupId);
  const held = await db.select({ id: flagGroups.id }).from(flagGroups).where(isIt).for("no key update");
  if (held.length === 0) throw notFound("Group");
}

async function holdPrerequisites(
  ctx: Ctx,
  { groupId, key }: Place,
  prerequisites: readonly StoredPrerequisite[],
): Promise<void> {
  await holdGroup(ctx, groupId);
  const named = prerequisites.map(({ flagKey }) => flagKey);
  const known = await ctx.db
    .select({ key: groupFlags.key, variants: groupFlags.variants, prerequisites: groupFlags.prerequisites })
    .from(groupFlags)
    .where(
      and(
        eq(groupFlags.groupId, groupId),
        or(isNotNull(groupFlags.prerequisites), inArray(groupFlags.key, named)),
      ),
    );
  const flags = new Map(known.map((flag) => [flag.key, flag]));
  const needs = new Map(
    known.map((flag) => [flag.key, (flag.prerequisites ?? []).map(({ flagKey }) => flagKey)]),
  );
  needs.set(key, named);
  const issues = prerequisiteIssues(key, prerequisites, flags);
  if (issues.length > 0) throw invalid(issues);
  const endless = endlessIssue(needs, key);
  if (endless) throw invalid([endless]);
}

/**
 * Keeps a flag that others need from being deleted, or from losing the key or variant that they name.
 * @param after what it will be; undefined if it goes
 * @throws {AppError} `conflict`
 */
export async function holdNeeds(
  ctx: Ctx,
  flag: Pick<GroupFlagRow, "groupId" | "key" | "variants">,
  after: { key: string; variants?: GroupFlagRow["variants"] | undefined } | undefined,
): Promise<void> {
  await holdGroup(ctx, flag.groupId);
  const dependants = await ctx.db
    .select({ name: groupFlags.name, prerequisites: groupFlags.prerequisites })
    .from(groupFlags)
    .where(and(eq(groupFlags.groupId, flag.groupId), needsFlag(flag.key)))
    .orderBy(asc(groupFlags.createdAt))
    .limit(namedMax + 1);
  const broken = dependants.filter(({ prerequisites }) => {
    const variant = prerequisites?.find(({ flagKey }) => flagKey === flag.key)?.variant ?? null;
    const variants = after?.variants === undefined ? flag.variants : after.variants;
    return after?.key !== flag.key || !canServe({ variants }, variant);
  });
  if (broken.length === 0) return;
  const what = after ? "Its key, or the variant that they name, cannot change" : "It cannot be deleted";
  throw new AppError(
    "conflict",
    `This flag is needed by ${namesOf(broken)}. ${what} before their prerequisites are without it.`,
  );
}

const needsFlag = (key: string) =>
  sql`exists (select from json_array_elements(${groupFlags.prerequisites}) as each where each ->> 'flagKey' = ${key})`;
