import { type Steps, turns } from "@/lib/platform/process/turns";
import { canonicalPath, canonicalRequestPath, decodeLeniently, isPattern } from "./endpoint";
import { PatternIndex } from "./pattern-index";

type Routable = { method: string; endpoint: string; enabled: boolean };

export type Matcher<M> = {
  /**
   * The mock that answers, if any. `rawPath` is the request target after `/api/mock`, still percent-encoded
   * and without its query: `/users/a%20b`. `HEAD` finds `GET` mocks.
   */
  match(method: string, rawPath: string): M | undefined;
  /** A hint for a caller whose request matched nothing: which mock is close, and what is different. */
  explainMiss(method: string, rawPath: string): Promise<string>;
  /** One for other mocks, which costs less where its patterns are the same objects. This one stays as it is. */
  with(mocks: readonly M[]): Promise<Matcher<M>>;
};

/**
 * Indexes the mocks of one project, oldest first, in steps, because there may be many. The result is a snapshot and does
 * not see later changes.
 */
export function buildMatcher<M extends Routable>(mocks: readonly M[]): Promise<Matcher<M>> {
  return buildFrom(mocks);
}

async function buildFrom<M extends Routable>(
  mocks: readonly M[],
  former?: RouteTable<M>,
): Promise<Matcher<M>> {
  const enabled = mocks.filter((mock) => mock.enabled);
  const live = await turns().run(RouteTable.build(enabled, undefined, former));
  const explain = once(() => turns().run(explainerOf(mocks, live)));
  return {
    match: (method, rawPath) => live.find(servedBy(method), canonicalRequestPath(rawPath)),
    explainMiss: async (method, rawPath) => (await explain())(method, canonicalRequestPath(rawPath)),
    with: (others) => buildFrom(others, live),
  };
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at]);
}

function servedBy(method: string): string {
  return method === "HEAD" ? "GET" : method;
}

type Routes<M extends Routable> = {
  exact: Map<string, M>;
  patterns: { index: PatternIndex<M>; of: readonly M[] } | undefined;
};

/** Routes by method. `fold` maps canonical text to the text that is compared; without it the comparison is exact. */
class RouteTable<M extends Routable> {
  readonly #byMethod = new Map<string, Routes<M>>();

  /**
   * Oldest first, because the oldest of equal endpoints answers.
   * @param former a table with the same `fold`, whose indexes are used again where their patterns are the same
   */
  static *build<M extends Routable>(
    mocks: readonly M[],
    fold = (canonical: string) => canonical,
    former?: RouteTable<M>,
  ): Steps<RouteTable<M>> {
    const table = new RouteTable<M>();
    const patterns = new Map<string, M[]>();
    // Literals first: `/users/%3Aid` wins over `/users/:id` for a text that matches both.
    for (const mock of mocks) {
      if (!isPattern(mock.endpoint)) table.#addExact(mock, fold);
      else if (!patterns.get(mock.method)?.push(mock)) patterns.set(mock.method, [mock]);
      yield;
    }
    for (const [method, ofMethod] of patterns) {
      for (const mock of ofMethod) {
        table.#addExact(mock, fold);
        yield;
      }
      const known = former?.patternsOf(method);
      table.#routes(method).patterns =
        known && areSame(known.of, ofMethod)
          ? known
          : { index: yield* PatternIndex.build(ofMethod, fold), of: ofMethod };
    }
    return table;
  }

  find(method: string, path: string): M | undefined {
    const routes = this.#byMethod.get(method);
    if (!routes) return undefined;
    return routes.exact.get(path) ?? routes.patterns?.index.find(path);
  }

  hasExact(method: string, path: string): boolean {
    return this.#byMethod.get(method)?.exact.has(path) ?? false;
  }

  patternsOf(method: string): Routes<M>["patterns"] {
    return this.#byMethod.get(method)?.patterns;
  }

  methodsOn(path: string): string[] {
    return [...this.#byMethod.keys()].filter((method) => this.find(method, path)).sort();
  }

  #addExact(mock: M, fold: (canonical: string) => string): void {
    const { exact } = this.#routes(mock.method);
    const key = fold(canonicalPath(mock.endpoint));
    if (!exact.has(key)) exact.set(key, mock);
  }

  #routes(method: string): Routes<M> {
    const known = this.#byMethod.get(method);
    if (known) return known;
    const routes: Routes<M> = { exact: new Map(), patterns: undefined };
    this.#byMethod.set(method, routes);
    return routes;
  }
}

/** Each hint names an endpoint that the request would have matched except for one thing, which the hint says. */
function* explainerOf<M extends Routable>(mocks: readonly M[], live: RouteTable<M>) {
  const enabled = mocks.filter((mock) => mock.enabled);
  const disabled: RouteTable<M> = yield* RouteTable.build(mocks.filter((mock) => !mock.enabled));
  const anyCase: RouteTable<M> = yield* RouteTable.build(enabled, lowerCase);
  const anyEncoding: RouteTable<M> = yield* RouteTable.build(enabled, fullyDecoded);

  return (method: string, path: string): string => {
    const served = servedBy(method);
    // Patterns come last, because a disabled catch-all says less than a near miss.
    if (disabled.hasExact(served, path)) return DISABLED;

    const methods = live.methodsOn(path);
    if (methods.length > 0) return `This path has a mock for ${listed(methods)}, not for ${method}.`;

    const slash = live.find(served, path.endsWith("/") ? path.slice(0, -1) : `${path}/`);
    if (slash) {
      const problem = path.endsWith("/") ? "has a trailing slash too many" : "lacks a trailing slash";
      return `This path ${problem}: the mock's endpoint is ${slash.endpoint}`;
    }
    const otherCase = anyCase.find(served, lowerCase(path));
    if (otherCase) return `Letter case differs: the mock's endpoint is ${otherCase.endpoint}`;

    const otherEncoding = anyEncoding.find(served, fullyDecoded(path));
    if (otherEncoding) return `Percent-encoding differs: the mock's endpoint is ${otherEncoding.endpoint}`;

    return disabled.find(served, path) ? DISABLED : UNKNOWN_PATH;
  };
}

const DISABLED = "The mock on this path is disabled. Enable it to get its answer.";
const UNKNOWN_PATH =
  "No mock is configured for this path. Compare the letter case, the trailing slash and the " +
  "percent-encoding with the mock's endpoint.";

function lowerCase(canonical: string): string {
  return canonical.toLowerCase();
}

/** Undoes double encoding, a slash sent as `%2F` and a space sent as `+`. */
function fullyDecoded(canonical: string): string {
  const once = decodeLeniently(canonical);
  return decodeLeniently(decodeLeniently(once)).replaceAll("+", " ");
}

function listed(words: string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(words);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
