import { digestOf, type Kind, type LocalEntry, type RemoteEntry } from "./entry";

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
  /** Only there, or changed there alone: a pull gets it. */
  | { kind: "behind" }
  /** Changed or deleted on both sides, or without a common state to compare with. */
  | { kind: "conflict"; why: string }
);

type Sides = {
  kind: Kind;
  local: readonly LocalEntry[];
  remote: readonly RemoteEntry[];
  /** By key, the state of the row that files were last in step with. */
  known: ReadonlyMap<string, string>;
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
  known: string | undefined,
): Verdict {
  const conflict = (why: string): Verdict => ({ kind: "conflict", why });
  if (local && remote) {
    if (Object.keys(kind.changed(local, remote)).length === 0) {
      // A file may leave fields out, and then says nothing of them.
      return { kind: "same" };
    }
    if (known === digestOf(remote)) return { kind: "update" };
    if (known === digestOf(local)) return { kind: "behind" };
    return conflict(known === undefined ? neverPulled : changedThere);
  }
  if (local) {
    if (known === undefined) return { kind: "create" };
    return conflict("was deleted in the project since the last pull");
  }
  if (remote && known === digestOf(remote)) return { kind: "remove" };
  if (known === undefined) return { kind: "behind" };
  return conflict(`has no file any more, and ${changedThere}`);
}
