import { digestOf, type Entry, type Fields, type Kind, type LocalEntry, type RemoteEntry } from "./entry";

export type Step = {
  key: string;
  local?: LocalEntry | undefined;
  remote?: RemoteEntry | undefined;
} & (
  | { kind: "same" }
  /** Only here, or changed here. */
  | { kind: "create" | "update" }
  /** Its file is gone. */
  | { kind: "remove" }
  /** Only there, or changed or deleted there alone: a pull gets it. */
  | { kind: "behind" }
  /** Changed or deleted on both sides, or without a common state to compare with. */
  | { kind: "conflict"; why: string }
);

/** The last state in which file and project had the same values, as digests. */
export type Known = {
  row: string;
  /** Differs from `row` if the file leaves fields out. */
  file: string;
};

export const knownOf = (row: Entry, file: Entry): Known => ({ row: digestOf(row), file: digestOf(file) });

export const isUnchangedHere = (local: Entry, known: Known | undefined): known is Known =>
  known?.file === digestOf(local);

/** Whether the file had every field of the row. */
export const isComplete = ({ row, file }: Known): boolean => row === file;

type Sides = {
  kind: Kind;
  local: readonly LocalEntry[];
  remote: readonly RemoteEntry[];
  known: ReadonlyMap<string, Known>;
};

/** What differs, and whose change it is. */
export function planOf({ kind, local, remote, known }: Sides): Step[] {
  const [here, there] = [byKey(local), byKey(remote)];
  const keys = [...new Set([...here.keys(), ...there.keys()])].sort();
  return keys.map((key) => {
    const step = { key, local: here.get(key), remote: there.get(key) };
    return { ...step, ...decide(kind, step, known.get(key)) };
  });
}

const byKey = <Each extends { key: string }>(entries: readonly Each[]) =>
  new Map(entries.map((entry) => [entry.key, entry]));

const neverPulled = "exists in the project and was never pulled";
const changedThere = "was changed in the project since the last pull";

type Verdict = { kind: Exclude<Step["kind"], "conflict"> } | { kind: "conflict"; why: string };

function decide(
  kind: Kind,
  { local, remote }: { local?: LocalEntry | undefined; remote?: RemoteEntry | undefined },
  known: Known | undefined,
): Verdict {
  const conflict = (why: string): Verdict => ({ kind: "conflict", why });
  if (local && remote) {
    // Fields that the file leaves out aren't compared.
    if (Object.keys(kind.changed(local, remote)).length === 0) return { kind: "same" };
    if (isUnchangedHere(local, known)) return { kind: "behind" };
    if (known && isUnchangedThere(known, remote, kind.covered(local, remote))) return { kind: "update" };
    return conflict(known === undefined ? neverPulled : changedThere);
  }
  if (local) {
    if (known === undefined) return { kind: "create" };
    if (isUnchangedHere(local, known)) return { kind: "behind" };
    return conflict("was deleted in the project since the last pull");
  }
  if (remote && known?.row === digestOf(remote)) return { kind: "remove" };
  if (known === undefined) return { kind: "behind" };
  return conflict(`has no file any more, and ${changedThere}`);
}

/** @param covered the fields that the file has. Changes of other fields don't matter to it. */
const isUnchangedThere = (known: Known, remote: Entry, covered: Fields): boolean =>
  known.row === digestOf(remote) || known.file === digestOf({ fields: covered });
