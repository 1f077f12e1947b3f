import { defineList, pageRows, type RowOf } from "@/components/ui/list-definition";
import type { listEnvironments } from "@/lib/environments/contract";
import { type getFlag, listFlagKeys } from "@/lib/flags/contract";
import type { Output } from "@/lib/operations/operation";

export type Environment = Output<typeof listEnvironments>[number];
export type Flag = Output<typeof getFlag>;

export const flagsList = defineList({
  op: listFlagKeys,
  label: "Flags",
  noun: ["flag", "flags"],
  placeholder: "Filter by name, key or tag",
  fields: ["key", "name", "createdAt", "flags"],
  sort: "name",
  filters: {
    enabled: {
      label: "On and off",
      options: { true: "On somewhere", false: "Off everywhere" },
    },
  },
});

/** The most flags on a page: each row has one for each environment. */
const flagsMax = 360;

/** The list for a project with this many environments. */
export const flagsListOf = (environments: number): typeof flagsList => ({
  ...flagsList,
  rows: Math.min(pageRows, Math.max(5, Math.floor(flagsMax / Math.max(1, environments)))),
});

/** The flags with one key: shown as a single flag, with a switch for each environment that has it. */
export type FlagRow = RowOf<typeof flagsList>;

export const flagIn = ({ flags }: FlagRow, { id }: { id: string }) =>
  flags.find(({ environment }) => environment.id === id);

/** The oldest flag of a row, whose name and description are shown. */
export const oldestOf = ({ flags }: Pick<FlagRow, "flags">): Flag | undefined =>
  flags.reduce<Flag | undefined>(
    (old, flag) => (old && old.createdAt <= flag.createdAt ? old : flag),
    undefined,
  );

/** The tabs of the flag pages. `base`: address of the first. */
export const flagTabs = (base: string) => [
  { href: base, label: "Global flags" },
  { href: `${base}/groups`, label: "Groups" },
  { href: `${base}/segments`, label: "Segments" },
  { href: `${base}/environments`, label: "Environments" },
  { href: `${base}/compare`, label: "Compare" },
  { href: `${base}/stale`, label: "Stale" },
];
