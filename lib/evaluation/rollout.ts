/** The input that decides whether a flag is on for a subject. */
export type Rule = { enabled: boolean; rollout: number; salt: string };

/** Buckets are hundredths of a percent. */
export const buckets = 10_000;

/**
 * The place of a subject in the rollout of a flag, 0 to 9,999. It never changes, and differs from salt to salt. The
 * subject is in when it is below 100 × the percentage.
 */
export function bucketOf(salt: string, subject: string): number {
  const hash = murmur3(`${salt}:${subject}`);
  return (hash % 100) * 100 + (Math.floor(hash / 100) % 100);
}

/**
 * Whether a flag is on for a subject. A rollout of 0 means never, one of 100 always, and raising it only adds
 * subjects.
 */
export function isOn(rule: Rule, subject: string): boolean {
  return isOnForAll(rule) ?? bucketOf(rule.salt, subject) < rule.rollout * 100;
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

const c1 = 0xcc9e2d51;
const c2 = 0x1b873593;

/** MurmurHash3 x86 32-bit of a text's UTF-8 bytes with seed 0, by Austin Appleby's public-domain description. */
export function murmur3(text: string): number {
  const bytes = bytesOf(text);
  const { length } = bytes;
  const whole = length & ~3;
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    const block =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    hash ^= scrambled(block);
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let at = length - 1; at >= whole; at -= 1) tail = (tail << 8) | (bytes[at] as number);
  if (whole < length) hash ^= scrambled(tail);
  return finished(hash ^ length);
}

function scrambled(block: number): number {
  const product = Math.imul(block, c1);
  return Math.imul((product << 15) | (product >>> 17), c2);
}

function finished(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

let scratch = new Uint8Array(1024);
const encoder = new TextEncoder();

/** The UTF-8 bytes, in a buffer that the next call overwrites. */
function bytesOf(text: string): Uint8Array {
  if (scratch.length < text.length * 3) scratch = new Uint8Array(text.length * 3);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return scratch.subarray(0, encoder.encodeInto(text, scratch).written);
    scratch[at] = code;
  }
  return scratch.subarray(0, text.length);
}
