import { Decider } from "@/lib/evaluation/decider";
import { type Decision, decisionOf, type FlagSnapshot, preparedOf } from "@/lib/evaluation/decision";
import { overrideKey } from "@/lib/evaluation/held-flags";
import type { Override } from "@/lib/evaluation/rollout";
import type {
  GroupFlagSnapshot,
  GroupSnapshot,
  OverrideSnapshot,
  RecordSnapshot,
} from "@/lib/evaluation/snapshots";
import type { Targeting } from "@/lib/evaluation/targeting";
import type { GlobalFlagSnapshot } from "@/lib/flags/known-flags";
import { flagOfKey, flagsOfSubject, globalFlags } from "@/lib/ofrep/flags-of-subject";
import { type Conditions, prepared } from "@/lib/targeting/conditions";
import { FieldkitError } from "./errors";
import type { Details, FlagValue, Subject } from "./types";

type GivenFlag = {
  key: string;
  enabled: boolean;
  rollout: number;
  rolloutBasisPoints: number | null;
  salt: string;
  values: { on: FlagValue; off: FlagValue } | null;
  variants: { key: string; value: FlagValue; weight: number }[] | null;
  targeting: Targeting | null;
};

/** What `GET /api/sdk/snapshot` answers. */
export type Snapshot = {
  format: number;
  groups: { key: string; prefix: string; flags: GivenFlag[] }[];
  flags: GivenFlag[];
  segments: ({ key: string } & Conditions)[];
  records: {
    id: string;
    group: string;
    metadata: Record<string, unknown>;
    overrides: Record<string, Override & { value?: FlagValue }>;
  }[];
  isComplete: boolean;
};

type Asked = Subject & { group?: string | undefined };

/** Decides by one snapshot. */
export type Decide = {
  one(key: string, subject: Asked): Details | undefined;
  all(subject: Asked): Map<string, Details>;
  keys: readonly string[];
  isComplete: boolean;
};

const environment = { id: "" };

type Listeners = {
  /** Called with each value. The key of a group; undefined for a global flag. */
  onDecided?(group: string | undefined, flag: string, answer: string): void;
  /** Called with each flag that can't be evaluated, which is left out. */
  onBroken?(error: FieldkitError): void;
};

/**
 * The instance's own rules, with what they need of its memory made from a snapshot.
 * @throws {FieldkitError} for a snapshot of another format than this package knows
 */
export function decisionsFrom(snapshot: Snapshot, { onDecided, onBroken }: Listeners = {}): Decide {
  if (snapshot.format !== 1)
    throw new FieldkitError(
      "This instance needs a newer @fieldkit/sdk. Install its /sdk.tgz.",
      "unsupported_format",
    );
  const groups: GroupSnapshot[] = snapshot.groups.map(({ key, prefix }) => ({ id: key, key, prefix }));
  const groupFlags = new Map(
    snapshot.groups.map(({ key, flags }) => [
      key,
      flags.map((flag) => flagFrom(flag, key) as GroupFlagSnapshot),
    ]),
  );
  const globals = new Map(
    snapshot.flags.map((flag) => [flag.key, { ...flagFrom(flag), environmentId: "" } as GlobalFlagSnapshot]),
  );
  const segments = new Map(snapshot.segments.map(({ key, ...conditions }) => [key, prepared(conditions)]));
  const records = new Map(snapshot.records.map((record) => [record.id, recordFrom(record)]));
  const project = { groups, groupFlags, segments };

  function asking({ group, ...context }: Asked) {
    const key = context.targetingKey || undefined;
    const record = key === undefined ? undefined : records.get(key);
    const candidates = flagsOfSubject(project, globals, { key, record }, group);
    const decider = new Decider({ project, environment, key, record, context: { ...context, group } });
    const decide = (flag: GroupFlagSnapshot | GlobalFlagSnapshot) => {
      const isGlobal = "environmentId" in flag;
      try {
        const decision = isGlobal
          ? decisionOf(flag, decider.verdictOf(flag, preparedOf(flag)), "global")
          : decider.decide(flag);
        onDecided?.(isGlobal ? undefined : flag.groupId, flag.key, decision.variant);
        return shown(decision);
      } catch {
        // A newer instance may have rules that this version doesn't know.
        const text = `The flag ${flag.key} needs a newer @fieldkit/sdk. Install the instance's /sdk.tgz.`;
        onBroken?.(new FieldkitError(text, "unsupported_format"));
        return undefined;
      }
    };
    return { candidates, decide };
  }

  return {
    one(flagKey, subject) {
      const { candidates, decide } = asking(subject);
      const flag = flagOfKey(candidates, flagKey);
      return flag && decide(flag);
    },
    all(subject) {
      const { candidates, decide } = asking(subject);
      const flags = [...candidates.group, ...globalFlags(candidates)];
      const details = flags.map((flag) => [flag.key, decide(flag)] as const);
      return new Map(details.filter((each): each is [string, Details] => each[1] !== undefined));
    },
    keys: [...new Set([...[...groupFlags.values()].flat().map(({ key }) => key), ...globals.keys()])],
    isComplete: snapshot.isComplete,
  };
}

const json = JSON.stringify;

/** Values as JSON, as the rules have them. Flags of a group have its key and their own as their ids. */
function flagFrom({ values, variants, targeting, ...flag }: GivenFlag, groupId?: string): FlagSnapshot {
  return {
    ...flag,
    id: flag.key,
    ...(groupId !== undefined && { groupId }),
    values: values && { on: json(values.on), off: json(values.off) },
    variants: variants?.map((each) => ({ ...each, value: json(each.value) })) ?? null,
    targeting: targeting && json(targeting),
    valueBytes: 0,
  };
}

function recordFrom({ id, group, metadata, overrides }: Snapshot["records"][number]): RecordSnapshot {
  const own = Object.entries(overrides).map(
    ([flagKey, { value, ...override }]): [string, OverrideSnapshot] => [
      overrideKey(flagKey, environment.id),
      { ...override, value: value === undefined ? undefined : json(value) },
    ],
  );
  return {
    ...{ id, groupId: group, metadata: json(metadata), overrides: new Map(own) },
    ...{ version: "", projectId: "", valueBytes: 0 },
  };
}

const shown = ({ value, reason, variant, rule }: Decision): Details => ({
  ...{ value: JSON.parse(value) as FlagValue, reason, variant },
  ...(rule !== undefined && { rule }),
});
