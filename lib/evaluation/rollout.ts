import { hashedPrefix, murmur3, murmur3After, type Prefix } from "./murmur3";

/** The input that decides whether a flag is on for a subject. */
export type Rule = {
  enabled: boolean;
  /** Percentage. */
  rollout: number;
  /** Hundredths of a percent, where the percentage is only these rounded. */
  rolloutBasisPoints?: number | null | undefined;
  salt: string;
};
type Share = Pick<Rule, "rollout" | "rolloutBasisPoints">;

/** Buckets are hundredths of a percent. */
export const buckets = 10_000;

/**
 * The place of a subject in the rollout of a flag, 0 to 9,999. It never changes, and differs from salt to salt. The
 * subject is in when it is below 100 × the percentage.
 */
export const bucketOf = (salt: string, subject: string): number =>
  bucketOfHash(murmur3(beforeSubject(salt) + subject));

const beforeSubject = (salt: string) => `${salt}:`;

/** Its last two decimal digits, then the two before. Without `%`, which takes longer than the hash for large numbers. */
function bucketOfHash(hash: number): number {
  const rest = Math.floor(hash / 100);
  return (hash - rest * 100) * 100 + (rest - Math.floor(rest / 100) * 100);
}

/**
 * Whether a flag is on for a subject. A rollout of 0 means never, one of 100 always, and raising it only adds
 * subjects.
 */
export function isOn(rule: Rule, subject: string): boolean {
  return isOnForAll(rule) ?? bucketOf(rule.salt, subject) < bucketsOf(rule);
}

/** How many buckets are in, from the first on. */
export const bucketsOf = ({ rollout, rolloutBasisPoints }: Share) => rolloutBasisPoints ?? rollout * 100;

/** The percentage with all its decimals. */
export const percentageOf = (share: Share) => bucketsOf(share) / 100;

/** Whether a flag is on for every subject, true, or for none, false; undefined if that depends on the subject. */
export function isOnForAll({ enabled, ...share }: Omit<Rule, "salt">): boolean | undefined {
  const many = bucketsOf(share);
  if (!enabled || many <= 0) return false;
  return many >= buckets || undefined;
}

export type Override = Omit<{ [Field in keyof Rule]: Rule[Field] | null }, "salt">;

/** What an override makes of a rule: it wins field by field. */
export const overruled = (rule: Rule, override: Override | undefined): Rule =>
  override
    ? {
        enabled: override.enabled ?? rule.enabled,
        ...(override.rollout === null
          ? { rollout: rule.rollout, rolloutBasisPoints: rule.rolloutBasisPoints }
          : { rollout: override.rollout, rolloutBasisPoints: override.rolloutBasisPoints }),
        salt: rule.salt,
      }
    : rule;

/** What a record gets for a flag of its group, by the fields that both have in the API. */
export const ruleFor = (
  flag: {
    defaultEnabled: boolean;
    defaultPercentage: number;
    rolloutBasisPoints?: number | null;
    salt: string;
  },
  override: Override | undefined,
): Rule =>
  overruled(
    {
      enabled: flag.defaultEnabled,
      rollout: flag.defaultPercentage,
      rolloutBasisPoints: flag.rolloutBasisPoints,
      salt: flag.salt,
    },
    override,
  );

/** A variant of those that a flag is on for, with its percentage of them. */
export type Weighted = { weight: number };

/** The results of a flag. `unassigned` is off, too: without a targeting key, nothing tells the subject from others. */
export const outcomes = { off: 0, on: 1, unassigned: 2, firstVariant: 3 } as const;

export const isOffAs = (outcome: number): boolean =>
  outcome === outcomes.off || outcome === outcomes.unassigned;

/** A flag made ready to be asked about many subjects. */
export type PreparedFlag = {
  /** The outcome for everybody, where there is only one. */
  always: number | undefined;
  /** Whom it is on for, where that depends on the subject. */
  share: (Prefix & { buckets: number }) | undefined;
  /** Which variant those get: the buckets below each number. Otherwise all get `on`. */
  variants: (Prefix & { bounds: readonly number[] }) | undefined;
  on: number;
};

export function preparedFlag(rule: Rule, variants: readonly Weighted[] | null | undefined): PreparedFlag {
  const bounds = boundsOf(variants ?? []);
  const only = variants ? variants.findIndex(({ weight }) => weight === 100) : -1;
  const isSplit = bounds.length > 0 && only < 0;
  const on = only < 0 ? outcomes.on : outcomes.firstVariant + only;
  const isOn = isOnForAll(rule);
  return {
    always: isOn === false ? outcomes.off : isOn && !isSplit ? on : undefined,
    share: isOn ? undefined : { ...hashedPrefix(beforeSubject(rule.salt)), buckets: bucketsOf(rule) },
    variants: isSplit ? { ...hashedPrefix(beforeSubject(variantSalt(rule.salt))), bounds } : undefined,
    on,
  };
}

/**
 * Variants are drawn apart from the rollout, so that a growing one moves nobody between them. In the order of the list:
 * when only one of them grows, nobody leaves it.
 */
const variantSalt = (salt: string) => `${salt}:variant`;

/** The place of a subject among the variants of a flag, 0 to 9,999. */
export const variantBucketOf = (salt: string, subject: string) => bucketOf(variantSalt(salt), subject);

/** Which buckets each variant has: those below its number that no earlier one has. */
export function boundsOf(variants: readonly Weighted[]): number[] {
  let sum = 0;
  return variants.map(({ weight }) => {
    sum += Math.round(weight * 100);
    return sum;
  });
}

/** The outcomes of many flags for one subject. Without one, what depends on it is off. */
export function outcomesFor(subject: string | undefined): (flag: PreparedFlag) => number {
  if (subject === undefined) return ({ always }) => always ?? outcomes.unassigned;
  const hashAfter = murmur3After(subject);
  return ({ always, share, variants, on }) => {
    if (always !== undefined) return always;
    if (share && bucketOfHash(hashAfter(share)) >= share.buckets) return outcomes.off;
    if (!variants) return on;
    const bucket = bucketOfHash(hashAfter(variants));
    return outcomes.firstVariant + variants.bounds.findIndex((bound) => bucket < bound);
  };
}
