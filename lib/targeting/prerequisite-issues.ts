import type { Issue } from "@/lib/operations/operation";

type Prerequisite = { flagKey: string; variant: string | null };
type Varied = { variants?: readonly { key: string }[] | null };

/** How many flags may need each other in a row. */
const depthMax = 20;

/** Whether a flag can serve what a prerequisite names. */
export const canServe = ({ variants }: Varied, variant: string | null) =>
  variant === null || (variants ? variants.some(({ key }) => key === variant) : variant === "on");

/**
 * Prerequisites that no flag of the group can meet.
 * @param flags those of the group by their keys
 */
export const prerequisiteIssues = (
  key: string,
  prerequisites: readonly Prerequisite[],
  flags: ReadonlyMap<string, Varied>,
): Issue[] =>
  prerequisites.flatMap(({ flagKey, variant }, at) => {
    const flag = flags.get(flagKey);
    if (flagKey === key) return [{ path: `prerequisites.${at}.flagKey`, message: "is the flag itself" }];
    if (!flag)
      return [{ path: `prerequisites.${at}.flagKey`, message: `names no flag of the group: ${flagKey}` }];
    return canServe(flag, variant)
      ? []
      : [{ path: `prerequisites.${at}.variant`, message: `names no variant of ${flagKey}: ${variant}` }];
  });

/** Why the way from a flag to those that it needs leads back or is too long; undefined if it ends. */
export function endlessIssue(needs: ReadonlyMap<string, readonly string[]>, from: string): Issue | undefined {
  const ended = new Map<string, number>();
  const path = "prerequisites";
  const depthOf = (key: string, way: readonly string[]): number | Issue => {
    if (way.includes(key)) return { path, message: `would need each other: ${[...way, key].join(" → ")}` };
    if (way.length > depthMax) return { path, message: `may be ${depthMax} flags deep at most` };
    const known = ended.get(key);
    if (known !== undefined) return known;
    let depth = 1;
    for (const next of needs.get(key) ?? []) {
      const below = depthOf(next, [...way, key]);
      if (typeof below !== "number") return below;
      depth = Math.max(depth, 1 + below);
    }
    ended.set(key, depth);
    return depth;
  };
  const found = depthOf(from, []);
  return typeof found === "number" ? undefined : found;
}
