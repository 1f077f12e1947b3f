import { createHash } from "node:crypto";
import { and, asc, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { flags } from "@/db/schema/flags";
import type { FlagRow } from "@/lib/flags/to-flag";
import type { MovedField, promotionResults } from "./contract";
import { differencesOf } from "./differences";
import type { TwoEnvironments } from "./two-environments";

export type PlannedFlag = {
  key: string;
  result: (typeof promotionResults)[number];
  reason: string | null;
  differences: MovedField[];
  from: FlagRow | undefined;
  to: FlagRow | undefined;
};

export type Plan = { version: string; flags: PlannedFlag[] };

/**
 * What a promotion of these keys does.
 * @param locks whether nobody else may change what it depends on until the transaction ends
 */
export async function planPromotion(
  db: Db,
  two: TwoEnvironments,
  keys: readonly string[],
  { locks }: { locks: boolean },
): Promise<Plan> {
  const query = db
    .select()
    .from(flags)
    .where(and(inArray(flags.environmentId, [two.from.id, two.to.id]), inArray(flags.key, [...keys])))
    // One order for all, so that promotions in both directions at once don't wait for each other.
    .orderBy(asc(flags.environmentId), asc(flags.key));
  const rows = await (locks ? query.for("no key update") : query);
  const of = (id: string) =>
    new Map(rows.filter(({ environmentId }) => environmentId === id).map((flag) => [flag.key, flag]));
  const [froms, tos] = [of(two.from.id), of(two.to.id)];
  const planned = keys.map((key) => ({ key, ...judged(two, froms.get(key), tos.get(key)) }));
  return { version: versionOf(two, planned), flags: planned };
}

/** What becomes of one flag of `to`. */
export function judged(
  two: TwoEnvironments,
  from: FlagRow | undefined,
  to: FlagRow | undefined,
): Omit<PlannedFlag, "key"> {
  const differences = from && to ? differencesOf(from, to) : [];
  const row = { reason: null, differences, from, to };
  if (!from) {
    return { ...row, result: "refused", reason: `${two.from.name} has no flag with this key.` };
  }
  if (!to) return { ...row, result: "created" };
  if (from.type !== to.type) return { ...row, result: "refused", reason: typesDiffer(two, from, to) };
  return { ...row, result: differences.length > 0 ? "updated" : "unchanged" };
}

const typesDiffer = (two: TwoEnvironments, from: FlagRow, to: FlagRow) =>
  `Its type is ${from.type} in ${two.from.name} and ${to.type} in ${two.to.name}. A type stays as it is, because code reads the flag as that: delete one of them, or make another flag.`;

/** Another one after any change of these flags on either side, because `updatedAt` is never the same twice. */
function versionOf({ from, to }: TwoEnvironments, planned: readonly PlannedFlag[]): string {
  const stateOf = (flag: FlagRow | undefined) => flag && [flag.id, flag.updatedAt.getTime()];
  const states = planned.map((each) => [each.key, stateOf(each.from), stateOf(each.to)]);
  return createHash("sha256")
    .update(JSON.stringify([from.id, to.id, states]))
    .digest("base64url");
}
