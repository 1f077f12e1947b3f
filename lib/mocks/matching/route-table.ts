import type { Steps } from "@/lib/platform/process/turns";
import { canonicalPath } from "./canonical-path";
import { LinearPattern, newPatternWork, type PatternWork } from "./linear-pattern";
import { PatternIndex } from "./pattern-index";
import { expressionIn, isExpression, isPattern } from "./segments";

export type Routable = { method: string; endpoint: string; enabled: boolean };

type Expression<M> = { mock: M; pattern: LinearPattern; prefix: string };
type Routes<M extends Routable> = {
  exact: Map<string, M>;
  patterns: { index: PatternIndex<M>; of: readonly M[] } | undefined;
  expressions: Expression<M>[];
};
export type Search<M> = {
  /** Mocks that are not looked for. */
  passed?: ReadonlySet<M> | undefined;
  /** What may be spent on regular expressions; as much as a request may have, if left out. */
  work?: PatternWork | undefined;
};
type Fold = (canonical: string) => string;

const everything = {};
/** The method of mocks that answer whatever no mock of its own method takes. */
const anyMethod = "ANY";

/** Routes by method. `fold` maps canonical text to the text that is compared; without it the comparison is exact. */
export class RouteTable<M extends Routable> {
  readonly #byMethod = new Map<string, Routes<M>>();

  /**
   * Oldest first, because the oldest of equal endpoints answers.
   * @param fold regular expressions are left out of a table with one
   * @param former a table with the same `fold`, whose indexes are used again where their patterns are the same
   */
  static *build<M extends Routable>(
    mocks: readonly M[],
    fold?: Fold,
    former?: RouteTable<M>,
  ): Steps<RouteTable<M>> {
    const table = new RouteTable<M>();
    const folded = fold ?? ((canonical: string) => canonical);
    const patterns = new Map<string, M[]>();
    // Literals first: `/users/%3Aid` wins over `/users/:id` for a text that matches both.
    for (const mock of mocks) {
      if (isExpression(mock.endpoint)) {
        if (!fold) table.#addExpression(mock, former);
      } else if (!isPattern(mock.endpoint)) table.#addExact(mock, folded);
      else if (!patterns.get(mock.method)?.push(mock)) patterns.set(mock.method, [mock]);
      yield;
    }
    for (const [method, ofMethod] of patterns) {
      for (const mock of ofMethod) {
        table.#addExact(mock, folded);
        yield;
      }
      const known = former?.patternsOf(method);
      table.#routes(method).patterns =
        known && areSame(known.of, ofMethod)
          ? known
          : { index: yield* PatternIndex.build(ofMethod, folded), of: ofMethod };
    }
    return table;
  }

  /** The mock for a method, or else one for any method. */
  find(method: string, path: string, search: Search<M> = everything): M | undefined {
    return this.#findOf(method, path, search) ?? this.#findOf(anyMethod, path, search);
  }

  #findOf(method: string, path: string, { passed, work }: Search<M>): M | undefined {
    const routes = this.#byMethod.get(method);
    if (!routes) return undefined;
    const exact = routes.exact.get(path);
    if (exact && !passed?.has(exact)) return exact;
    const pattern = routes.patterns?.index.find(path, passed);
    if (routes.expressions.length === 0) return pattern;
    // An expression says more than a pattern that takes whatever follows, and less than any other.
    const takesAll = pattern !== undefined && /\/(?:\*|:[\w-]+[*+])$/.test(pattern.endpoint);
    if (pattern && !takesAll) return pattern;
    return findExpression(routes.expressions, path, passed, work ?? newPatternWork()) ?? pattern;
  }

  hasExact(method: string, path: string): boolean {
    const has = (of: string) => this.#byMethod.get(of)?.exact.has(path) ?? false;
    return has(method) || has(anyMethod);
  }

  patternsOf(method: string): Routes<M>["patterns"] {
    return this.#byMethod.get(method)?.patterns;
  }

  expressionOf(mock: M): LinearPattern | undefined {
    if (!isExpression(mock.endpoint)) return undefined;
    return this.#byMethod.get(mock.method)?.expressions.find((each) => each.mock === mock)?.pattern;
  }

  methodsOn(path: string, work?: PatternWork): string[] {
    return [...this.#byMethod.keys()].filter((method) => this.#findOf(method, path, { work })).sort();
  }

  #addExact(mock: M, fold: Fold): void {
    const { exact } = this.#routes(mock.method);
    const key = fold(canonicalPath(mock.endpoint));
    if (!exact.has(key)) exact.set(key, mock);
  }

  #addExpression(mock: M, former: RouteTable<M> | undefined): void {
    const pattern =
      former?.expressionOf(mock) ?? LinearPattern.read({ pattern: expressionIn(mock.endpoint) });
    // Only rows that nobody has checked can have one that is none.
    if (!pattern) return;
    this.#routes(mock.method).expressions.push({ mock, pattern, prefix: prefixOf(mock.endpoint) });
  }

  #routes(method: string): Routes<M> {
    const known = this.#byMethod.get(method);
    if (known) return known;
    const routes: Routes<M> = { exact: new Map(), patterns: undefined, expressions: [] };
    this.#byMethod.set(method, routes);
    return routes;
  }
}

/** The oldest one that matches. What the request's work does not suffice for matches nothing. */
function findExpression<M>(
  expressions: readonly Expression<M>[],
  path: string,
  passed: ReadonlySet<M> | undefined,
  work: PatternWork,
): M | undefined {
  for (const { mock, pattern, prefix } of expressions) {
    if (!path.startsWith(prefix) || passed?.has(mock)) continue;
    if (pattern.occurs(path, work)) return mock;
  }
  return undefined;
}

/**
 * The text with which every path begins that an expression matches. Most paths begin otherwise, and to see that costs
 * nothing.
 */
function prefixOf(endpoint: string): string {
  if (endpoint.includes("|") || endpoint.includes("(?")) return "";
  const [literal = ""] = /^[A-Za-z0-9/_-]*/.exec(endpoint.slice(2)) ?? [];
  // What is repeated may be missing.
  return /[?*{]/.test(endpoint.charAt(2 + literal.length)) ? literal.slice(0, -1) : literal;
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at]);
}
