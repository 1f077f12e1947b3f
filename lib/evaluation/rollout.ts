import { hashedPrefix, murmur3, murmur3After, type Prefix } from "./murmur3";

/** The input that decides whether a flag is on for a subject. */
export type Rule = { enabled: boolean; rollout: number; salt: string };

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
const bucketsOf = ({ rollout }: Pick<Rule, "rollout">) => rollout * 100;

/** A rule that depends on the subject, made ready to be asked about many. */
export type PreparedRule = Prefix & { buckets: number };

export function prepared(rule: Pick<Rule, "salt" | "rollout">): PreparedRule {
  const { hash, rest, restBytes, bytes } = hashedPrefix(beforeSubject(rule.salt));
  return { hash, rest, restBytes, bytes, buckets: bucketsOf(rule) };
}

/** `isOn` of one subject for many rules. */
export function isOnFor(subject: string): (rule: PreparedRule) => boolean {
  const hashAfter = murmur3After(subject);
  return (rule) => bucketOfHash(hashAfter(rule)) < rule.buckets;
}

/** Whether a flag is on for every subject, true, or for none, false; undefined if that depends on the subject. */
export function isOnForAll({ enabled, rollout }: Omit<Rule, "salt">): boolean | undefined {
  if (!enabled || rollout <= 0) return false;
  return rollout >= 100 || undefined;
}

/** What a record gets for a flag of its group: an override wins over the flag's defaults, field by field. */
export function ruleFor(
  flag: { defaultEnabled: boolean; defaultPercentage: number; salt: string },
  override: { enabled: boolean | null; rollout: number | null } | undefined,
): Rule {
  return {
    enabled: override?.enabled ?? flag.defaultEnabled,
    rollout: override?.rollout ?? flag.defaultPercentage,
    salt: flag.salt,
  };
}
