import { canonicalPath, canonicalRequestPath, decodeLeniently, isPattern, parseSegments } from "./endpoint";

type Routable = { method: string; endpoint: string; enabled: boolean };

export type Matcher<M> = {
  /**
   * The mock that answers, if any. `rawPath` is the request target after `/api/mock`, still percent-encoded
   * and without its query: `/users/a%20b`. `HEAD` finds `GET` mocks.
   */
  match(method: string, rawPath: string): M | undefined;
  /** A hint for a caller whose request matched nothing: which mock is close, and what is different. */
  explainMiss(method: string, rawPath: string): string;
};

/** Indexes the mocks of one project, oldest first. The result is a snapshot and does not see later changes. */
export function buildMatcher<M extends Routable>(mocks: readonly M[]): Matcher<M> {
  const live = new RouteTable(mocks.filter((mock) => mock.enabled));
  const explain = lazily(() => createExplainer(mocks, live));
  return {
    match: (method, rawPath) => live.find(servedBy(method), canonicalRequestPath(rawPath)),
    explainMiss: (method, rawPath) => explain()(method, canonicalRequestPath(rawPath)),
  };
}

function servedBy(method: string): string {
  return method === "HEAD" ? "GET" : method;
}

type Routes<M extends Routable> = { exact: Map<string, M>; patterns: PatternTrie<M> | undefined };

/** Routes by method. `fold` maps canonical text to the text that is compared; without it the comparison is exact. */
class RouteTable<M extends Routable> {
  readonly #byMethod = new Map<string, Routes<M>>();

  /** Oldest first, because the oldest of equal endpoints answers. */
  constructor(mocks: readonly M[], fold = (canonical: string) => canonical) {
    const patterns = mocks.filter((mock) => isPattern(mock.endpoint));
    const isPatternMock = new Set(patterns);
    // Literals first: `/users/%3Aid` wins over `/users/:id` for a text that matches both.
    for (const mock of mocks) if (!isPatternMock.has(mock)) this.#addExact(mock, fold);
    for (const mock of patterns) {
      this.#addExact(mock, fold);
      const routes = this.#routes(mock.method);
      routes.patterns ??= new PatternTrie();
      routes.patterns.add(mock, fold);
    }
  }

  find(method: string, path: string): M | undefined {
    const routes = this.#byMethod.get(method);
    if (!routes) return undefined;
    return routes.exact.get(path) ?? routes.patterns?.find(path);
  }

  hasExact(method: string, path: string): boolean {
    return this.#byMethod.get(method)?.exact.has(path) ?? false;
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

type TrieNode<M> = {
  literals: Map<string, TrieNode<M>>;
  placeholder: TrieNode<M> | undefined;
  end: M | undefined;
  rest: M | undefined;
  /** The highest number of literal segments in any pattern that goes through this node. */
  mostLiterals: number;
};

/**
 * Endpoints with placeholders. A search visits each node at most once and skips branches that cannot beat the best
 * match, so the cost of a hostile path is bounded by its length and the size of the trie.
 */
export class PatternTrie<M extends { endpoint: string }> {
  /** How many nodes the last `find` entered, for tests. */
  visited = 0;
  readonly #root: TrieNode<M> = newNode();
  #segments: string[] = [];
  #lastEmpty = 0;
  #best: M | undefined;
  #bestLiterals = -1;

  /** Oldest first: of two patterns with the same shape, the one added first stays. */
  add(mock: M, fold = (canonical: string) => canonical): void {
    const segments = parseSegments(mock.endpoint);
    const path: TrieNode<M>[] = [this.#root];
    let node = this.#root;
    let literals = 0;
    const step = (next: TrieNode<M>) => {
      node = next;
      path.push(next);
    };
    for (const segment of segments) {
      if (segment.kind === "rest") break;
      if (segment.kind === "placeholder") {
        node.placeholder ??= newNode();
        step(node.placeholder);
        continue;
      }
      for (const text of fold(segment.text).split("/")) {
        literals++;
        step(literalChild(node, text));
      }
    }
    if (segments.at(-1)?.kind === "rest") node.rest ??= mock;
    else node.end ??= mock;
    for (const passed of path) passed.mostLiterals = Math.max(passed.mostLiterals, literals);
  }

  /**
   * The pattern with the most literal segments that matches a canonical path. In a tie, the leftmost literal wins,
   * and a placeholder wins over `*`.
   */
  find(path: string): M | undefined {
    this.visited = 0;
    if (!path.startsWith("/")) return undefined;
    this.#segments = path.split("/");
    this.#lastEmpty = this.#segments.lastIndexOf("");
    this.#best = undefined;
    this.#bestLiterals = -1;
    this.#walk(this.#root, 1, 0);
    return this.#best;
  }

  // Children are tried in order of precedence, and only a higher count replaces a match, which decides ties
  // correctly.
  #walk(node: TrieNode<M>, index: number, literals: number): void {
    this.visited++;
    const segment = this.#segments[index];
    if (segment === undefined) {
      if (node.end !== undefined) this.#offer(node.end, literals);
      return;
    }
    const child = node.literals.get(segment);
    if (child && child.mostLiterals > this.#bestLiterals) this.#walk(child, index + 1, literals + 1);
    const { placeholder, rest } = node;
    if (placeholder && segment !== "" && placeholder.mostLiterals > this.#bestLiterals) {
      this.#walk(placeholder, index + 1, literals);
    }
    if (rest !== undefined && index > this.#lastEmpty) this.#offer(rest, literals);
  }

  #offer(mock: M, literals: number): void {
    if (literals <= this.#bestLiterals) return;
    this.#best = mock;
    this.#bestLiterals = literals;
  }
}

function newNode<M>(): TrieNode<M> {
  return { literals: new Map(), placeholder: undefined, end: undefined, rest: undefined, mostLiterals: 0 };
}

function literalChild<M>(node: TrieNode<M>, text: string): TrieNode<M> {
  const known = node.literals.get(text);
  if (known) return known;
  const child = newNode<M>();
  node.literals.set(text, child);
  return child;
}

/** Each hint names an endpoint that the request would have matched except for one thing, which the hint says. */
function createExplainer<M extends Routable>(mocks: readonly M[], live: RouteTable<M>) {
  const enabled = mocks.filter((mock) => mock.enabled);
  const disabled = lazily(() => new RouteTable(mocks.filter((mock) => !mock.enabled)));
  const anyCase = lazily(() => new RouteTable(enabled, lowerCase));
  const anyEncoding = lazily(() => new RouteTable(enabled, fullyDecoded));

  return (method: string, path: string): string => {
    const served = servedBy(method);
    // Patterns come last, because a disabled catch-all says less than a near miss.
    if (disabled().hasExact(served, path)) return DISABLED;

    const methods = live.methodsOn(path);
    if (methods.length > 0) return `This path has a mock for ${listed(methods)}, not for ${method}.`;

    const slash = live.find(served, path.endsWith("/") ? path.slice(0, -1) : `${path}/`);
    if (slash) {
      const problem = path.endsWith("/") ? "has a trailing slash too many" : "lacks a trailing slash";
      return `This path ${problem}: the mock's endpoint is ${slash.endpoint}`;
    }
    const otherCase = anyCase().find(served, lowerCase(path));
    if (otherCase) return `Letter case differs: the mock's endpoint is ${otherCase.endpoint}`;

    const otherEncoding = anyEncoding().find(served, fullyDecoded(path));
    if (otherEncoding) return `Percent-encoding differs: the mock's endpoint is ${otherEncoding.endpoint}`;

    return disabled().find(served, path) ? DISABLED : UNKNOWN_PATH;
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

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
