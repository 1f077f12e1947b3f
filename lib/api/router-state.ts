import type { IncomingHttpHeaders } from "node:http";
import { pages } from "@/lib/platform/budgets/budgets";

/** What Next's browser side says it shows already, so that a navigation brings only the rest. */
export const routerStateHeader = "next-router-state-tree";

/**
 * Takes away what a navigation says of the page that it leaves, unless Next can read it, and quickly. Next throws at
 * what it can't read, and some hundred ms pass while it looks at a tree of a thousand levels. Without the header it
 * answers with the whole page.
 */
export function settleRouterState(headers: IncomingHttpHeaders): void {
  const state = headers[routerStateHeader];
  if (state !== undefined && !isReadable(String(state))) delete headers[routerStateHeader];
}

export function isReadable(state: string): boolean {
  let left: number = pages.stateSegmentsMax;
  const isTree = (value: unknown, levels: number): boolean => {
    left -= 1;
    if (left < 0 || levels === 0 || !Array.isArray(value) || value.length < 2 || value.length > 6)
      return false;
    const [segment, below, refresh, marker, hints, hash] = value as unknown[];
    return (
      isSegment(segment) &&
      isRecord(below) &&
      isAbsentOr(refresh, (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText)) &&
      isAbsentOr(marker, (name) => markers.has(name)) &&
      isAbsentOr(hints, (number) => typeof number === "number") &&
      (hash === undefined || isText(hash)) &&
      Object.values(below).every((tree) => isTree(tree, levels - 1))
    );
  };
  const isSegment = (value: unknown): boolean => {
    if (!Array.isArray(value)) return isText(value);
    const [name, key, kind, siblings] = value as unknown[];
    if (Array.isArray(siblings)) left -= siblings.length;
    return (
      value.length === 4 &&
      isText(name) &&
      isText(key) &&
      kinds.has(kind) &&
      (siblings === null || (Array.isArray(siblings) && left >= 0 && siblings.every(isText)))
    );
  };
  try {
    return isTree(JSON.parse(decodeURIComponent(state)), pages.stateLevelsMax);
  } catch {
    return false;
  }
}

const markers = new Set<unknown>(["refetch", "inside-shared-layout", "metadata-only"]);
const intercepted = ["(..)(..)", "(.)", "(..)", "(...)"];
const kinds = new Set<unknown>(["c", "oc", "d", ...intercepted.flatMap((at) => [`ci${at}`, `di${at}`])]);

const isText = (value: unknown) => typeof value === "string";
const isAbsentOr = (value: unknown, is: (value: unknown) => boolean) =>
  value === undefined || value === null || is(value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
