import { distance } from "fastest-levenshtein";
import type { Steps } from "@/lib/platform/process/turns";
import type { Routable } from "./route-table";
import { isExpression, type Segment, shapesOf } from "./segments";

type Shape<M> = { mock: M; segments: readonly Segment[] };

/** What one search may cost: a project has up to 10,000 mocks, and strangers choose the path. */
const comparisonsMax = 300;
const charsMax = 64;

/** Finds the endpoint that a mistyped or incomplete path was meant for. */
export class NearEndpoints<M extends Routable> {
  readonly #shapes: Shape<M>[] = [];

  static *build<M extends Routable>(mocks: readonly M[]): Steps<NearEndpoints<M>> {
    const near = new NearEndpoints<M>();
    for (const mock of mocks) {
      if (isExpression(mock.endpoint)) continue;
      for (const segments of shapesOf(mock.endpoint)) near.#shapes.push({ mock, segments });
      yield;
    }
    return near;
  }

  /**
   * The mock whose endpoint differs from a canonical path in one mistyped segment, the one with the fewest edits. If there is
   * none, a mock whose endpoint has a prefix in front of the path, such as `/v1`.
   */
  find(method: string, path: string): M | undefined {
    const parts = path.split("/").slice(1);
    let best: { mock: M; edits: number } | undefined;
    let comparisons = 0;
    let prefixed: M | undefined;
    for (const { mock, segments } of this.#shapes) {
      if (mock.method !== method && mock.method !== "ANY") continue;
      if (isPrefixed(segments, parts)) prefixed ??= mock;
      const other = onlyDifference(segments, parts);
      if (!other) continue;
      const edits = editsOf(other.given, other.wanted);
      if (edits !== undefined && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { mock, edits };
      comparisons += 1;
      if (comparisons === comparisonsMax || best?.edits === 1) break;
    }
    return best?.mock ?? prefixed;
  }
}

/** Longer prefixes are rather a coincidence. */
const prefixMax = 3;

/** Whether the endpoint is the path behind a few literal segments. The first segment of the path is literal, too. */
function isPrefixed(segments: readonly Segment[], parts: readonly string[]): boolean {
  const extra = segments.length - parts.length;
  const first = segments[extra];
  if (extra < 1 || extra > prefixMax || first?.kind !== "literal") return false;
  return segments.every((segment, at) => {
    if (segment.kind !== "literal") return segment.kind !== "mixed" && at > extra;
    return at < extra || segment.text === parts[at - extra];
  });
}

/** The one literal segment that differs; undefined if there are several, or if other segments don't match. */
function onlyDifference(segments: readonly Segment[], parts: readonly string[]) {
  const last = segments.at(-1);
  const fits = last?.kind === "rest" ? parts.length >= segments.length : parts.length === segments.length;
  if (!fits) return undefined;
  let other: { given: string; wanted: string } | undefined;
  for (const [at, segment] of segments.entries()) {
    const given = parts[at] ?? "";
    if (segment.kind === "mixed") return undefined;
    if (segment.kind !== "literal" || segment.text === given) continue;
    if (other) return undefined;
    other = { given, wanted: segment.text };
  }
  return other;
}

/** How many characters differ; undefined if that is too much for a typo. */
function editsOf(given: string, wanted: string): number | undefined {
  const length = Math.max(given.length, wanted.length);
  // Two swapped letters are two edits.
  const editsMax = length < 3 ? 0 : length < 5 ? 1 : 2;
  if (length > charsMax || Math.abs(given.length - wanted.length) > editsMax) return undefined;
  const edits = distance(given.toLowerCase(), wanted.toLowerCase());
  return edits <= editsMax ? edits : undefined;
}
