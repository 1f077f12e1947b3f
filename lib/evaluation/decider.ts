import type { Steps } from "@/lib/platform/process/turns";
import { attributesOf } from "@/lib/targeting/attributes";
import {
  type Attributes,
  type PreparedConditions,
  type Segments,
  segmentsOf,
} from "@/lib/targeting/conditions";
import {
  type Decision,
  decisionOf,
  type FlagSnapshot,
  type Overridden,
  preparedOf,
  targetingOf,
} from "./decision";
import { flagsByKey, overrideKey } from "./held-flags";
import { outcomesFor, overruled, type PreparedFlag } from "./rollout";
import type { GroupFlagSnapshot, OverrideSnapshot, ProjectFlags, RecordSnapshot } from "./snapshots";
import {
  type PreparedTarget,
  type Prerequisite,
  preparedTarget,
  type Verdict,
  verdictsFor,
} from "./targeting";

/** What of a project decides. */
export type FlagsToDecide = Pick<ProjectFlags, "groupFlags"> & {
  segments: ReadonlyMap<string, PreparedConditions>;
};

/** Whom flags are decided for, and where. */
export type Asker = {
  project: FlagsToDecide;
  environment: { id: string } | undefined;
  /** Without one, what depends on it is off. */
  key: string | undefined;
  record?: RecordSnapshot | undefined;
  /** What the caller says of the subject. */
  context?: Readonly<Record<string, unknown>> | undefined;
};

type Verdicts = (flag: PreparedTarget) => Verdict;

/** By a list, which lives for as long as nothing in it changes. */
const ruleBytes = new WeakMap<readonly GroupFlagSnapshot[], number>();
/** From so many bytes of rules on, as JSON, an answer is made in turns with others' work. */
const atOnceMax = 16 * 1024;

export function hasManyRules({ segmentBytes }: ProjectFlags, flags: readonly GroupFlagSnapshot[]): boolean {
  const sum = ruleBytes.get(flags) ?? flags.reduce((bytes, flag) => bytes + flag.ruleBytes, 0);
  ruleBytes.set(flags, sum);
  return sum > 0 && sum + segmentBytes > atOnceMax;
}

/** Decides flags for one subject, one after the other. */
export class Decider {
  readonly attributes: Attributes;
  readonly segments: Segments;
  readonly #asker: Asker;
  readonly #outcomeOf: (flag: PreparedFlag) => number;
  readonly #ofGroups = new Map<string, Verdicts>();
  /** What was found out in steps. */
  readonly #known = new Map<PreparedTarget, Verdict>();
  /** Of flags that others need; undefined while it is being found out. */
  readonly #needed = new Map<GroupFlagSnapshot, Decision | undefined>();

  constructor(asker: Asker) {
    const { project, key, record, context } = asker;
    let metadata: Record<string, unknown> | undefined;
    const ofRecord = () => {
      metadata ??= record && (JSON.parse(record.metadata) as Record<string, unknown>);
      return metadata;
    };
    this.#asker = asker;
    this.#outcomeOf = outcomesFor(key);
    this.attributes = attributesOf(key, [ofRecord, () => context]);
    this.segments = segmentsOf(project.segments, this.attributes);
  }

  /** What a flag comes to without overrides. */
  verdictOf(flag: FlagSnapshot, target: PreparedTarget): Verdict {
    if (!target.targeting || flag.groupId === undefined) return this.#outcomeOf(target);
    const known = this.#known.size > 0 ? this.#known.get(target) : undefined;
    if (known !== undefined) return known;
    return this.#verdictsOf(flag.groupId)(target);
  }

  /** Finds out in steps what else would take one long turn. */
  *prepare(flags: readonly GroupFlagSnapshot[]): Steps<void> {
    for (const flag of flags) {
      const target = preparedOf(flag);
      if (target.targeting) this.#known.set(target, this.verdictOf(flag, target));
      yield;
    }
  }

  /** What the subject gets for a flag of a group, with the record's overrides. */
  decide(flag: GroupFlagSnapshot): Decision {
    const override = this.#overrideOf(flag);
    const target = preparedOf(flag);
    if (!override) return decisionOf(flag, this.verdictOf(flag, target), "group-default");
    const overridden = overriddenBy(override, flag);
    return decisionOf(flag, this.verdictOf(flag, overridden.target), "record", overridden);
  }

  #overrideOf({ id }: GroupFlagSnapshot): OverrideSnapshot | undefined {
    const { record, environment } = this.#asker;
    return environment && record?.overrides.get(overrideKey(id, environment.id));
  }

  #verdictsOf(groupId: string): Verdicts {
    const known = this.#ofGroups.get(groupId);
    if (known) return known;
    const { attributes, segments } = this;
    const meets = (prerequisite: Prerequisite) => this.meets(groupId, prerequisite);
    const verdicts = verdictsFor(this.#asker.key, { attributes, segments, meets });
    this.#ofGroups.set(groupId, verdicts);
    return verdicts;
  }

  /** Whether the subject has what a flag of the group needs. A flag that is gone is on for nobody. */
  meets(groupId: string, { flagKey, variant }: Prerequisite): boolean {
    const flag = flagsByKey(this.#asker.project.groupFlags.get(groupId) ?? []).get(flagKey);
    const decision = flag && this.#decisionOf(flag);
    return decision?.enabled === true && (variant === null || decision.variant === variant);
  }

  #decisionOf(flag: GroupFlagSnapshot): Decision | undefined {
    // Flags that need each other are refused when they are written; a snapshot from between two writes must end, too.
    if (this.#needed.has(flag)) return this.#needed.get(flag);
    this.#needed.set(flag, undefined);
    const decision = this.decide(flag);
    this.#needed.set(flag, decision);
    return decision;
  }
}

/** An override's switch and rollout stand in for the flag's rules, too; its value alone does not. */
function overriddenBy(override: OverrideSnapshot, flag: GroupFlagSnapshot): Overridden {
  const rule = overruled(flag, override);
  const { rules, prerequisites } = targetingOf(flag) ?? { rules: [], prerequisites: [] };
  const isDecided = override.enabled !== null || override.rollout !== null;
  const target = preparedTarget(rule, flag.variants, { rules: isDecided ? [] : rules, prerequisites });
  // A value belongs to the type that the flag had when it was set, which never changes.
  return { rule, target, value: flag.values ? override.value : undefined };
}
