import { defineList, type RowOf } from "@/components/ui/list-definition";
import { compareEnvironments } from "@/lib/flag-moves/contract";

export const compareList = defineList({
  op: compareEnvironments,
  label: "Flags",
  noun: ["flag", "flags"],
  placeholder: "Filter by name or key",
  sort: "key",
  texts: ["state"],
  // A row has all of two flags.
  rows: 25,
});

export type ComparedRow = RowOf<typeof compareList>;
export type Side = NonNullable<ComparedRow["from"]>;
export type Difference = ComparedRow["differences"][number];

/** What is compared where the address does not say it: only what differs. */
export const onlyDifferences = { state: "changed" };

type Compared = { key: string; isDefault: boolean };

/** The two environments of an address. Else a change goes from the newest to the default one; undefined if there is only one. */
export function comparedPair<E extends Compared>(
  environments: readonly E[],
  asked: { from: string | null; to: string | null },
): { from: E; to: E } | undefined {
  const named = (key: string | null) => environments.find((each) => each.key === key);
  const others = (than: E | undefined) => environments.filter((each) => each !== than);
  const to = named(asked.to) ?? others(named(asked.from)).find(({ isDefault }) => isDefault);
  const target = to ?? others(named(asked.from)).at(-1);
  const from = named(asked.from) === target ? undefined : named(asked.from);
  const source = from ?? others(target).at(-1);
  return target && source ? { from: source, to: target } : undefined;
}
