import type { Issue } from "@/lib/operations/operation";
import { type Condition, readers } from "./conditions";
import { ruleBytesMax } from "./contract";

/** The rules about a flag's targeting that its own fields decide. The command line bundles them, too. */

export type StoredRule = {
  name: string | null;
  match: "all" | "any";
  conditions: Condition[];
  percentage: number;
  variant: string | null;
};

/** Values that the operator of their condition can't read. */
export const conditionIssues = (path: string, conditions: readonly Condition[]): Issue[] =>
  conditions.flatMap((each, at) => {
    const reader = "segment" in each ? undefined : readers[each.operator];
    if (!reader || "segment" in each || reader.read(each.values[0]) !== undefined) return [];
    return [{ path: `${path}.${at}.values.0`, message: `must be ${reader.expected}` }];
  });

export function sizeIssues(path: string, value: unknown): Issue[] {
  const bytes = new TextEncoder().encode(JSON.stringify(value)).byteLength;
  if (bytes <= ruleBytesMax) return [];
  return [{ path, message: `must have at most ${ruleBytesMax} bytes as JSON, and have ${bytes}` }];
}

/** A rule can only serve a variant that the flag has. */
export const variantIssues = (
  rules: readonly Pick<StoredRule, "name" | "variant">[],
  variants: readonly { key: string }[] | null,
): Issue[] =>
  rules.flatMap(({ variant, name }, at) =>
    variant === null || variants?.some(({ key }) => key === variant)
      ? []
      : [
          {
            path: `rules.${at}.variant`,
            message: `names no variant of the flag: ${variant}${name === null ? "" : ` (rule “${name}”)`}`,
          },
        ],
  );

/** The keys of the segments that rules name, with where each is named first. */
export function segmentsOfRules(rules: readonly StoredRule[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const [at, { conditions }] of rules.entries()) {
    for (const [place, each] of conditions.entries()) {
      if ("segment" in each && !named.has(each.segment)) {
        named.set(each.segment, `rules.${at}.conditions.${place}.segment`);
      }
    }
  }
  return named;
}
