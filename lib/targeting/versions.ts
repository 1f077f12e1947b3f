/** Semantic versions, https://semver.org. Minor and patch may be left out; what follows a plus says nothing. */
export type Version = { numbers: readonly number[]; pre: readonly string[] };

const version =
  /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;
const lengthMax = 200;

export function versionOf(value: unknown): Version | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > lengthMax) return undefined;
  const [, major, minor, patch, pre] = version.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [major, minor ?? 0, patch ?? 0].map(Number), pre: pre?.split(".") ?? [] };
}

/** Below zero if `a` comes before `b`, above if after, else zero. */
export function compareVersions(a: Version, b: Version): number {
  for (const [at, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  // A version comes after those that lead to it.
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (const [at, part] of a.pre.entries()) {
    const other = b.pre[at];
    if (other === undefined) return 1;
    const difference = compareParts(part, other);
    if (difference !== 0) return difference;
  }
  return a.pre.length - b.pre.length;
}

const digits = /^\d+$/;

function compareParts(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [digits.test(a), digits.test(b)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (isNumber) {
    const [x, y] = [BigInt(a), BigInt(b)];
    return x === y ? 0 : x < y ? -1 : 1;
  }
  return a === b ? 0 : a < b ? -1 : 1;
}
