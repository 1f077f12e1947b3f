import { turns } from "@/lib/platform/process/turns";
import { canonicalRequestPath, decodeLeniently } from "./canonical-path";
import { newPatternWork } from "./linear-pattern";
import { NearEndpoints } from "./near-endpoints";
import { type Params, paramsOf } from "./params";
import { type Routable, RouteTable, type Search } from "./route-table";

export type Matcher<M> = {
  /**
   * The mock that answers, if any. `rawPath` is the request target after `/api/mock`, still percent-encoded
   * and without its query: `/users/a%20b`. `HEAD` finds `GET` mocks, and every method those for `ANY`.
   * @param search has `passed` mocks, which matched and do not answer this request: the next one is found
   */
  match(method: string, rawPath: string, search?: Search<M>): M | undefined;
  /** What the placeholders of a mock that matches take of the path. */
  params(mock: M, rawPath: string): Params;
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
    match: (method, rawPath, search) => live.find(servedBy(method), canonicalRequestPath(rawPath), search),
    params: (mock, rawPath) => paramsOfMock(mock, canonicalRequestPath(rawPath), live),
    explainMiss: async (method, rawPath) => (await explain())(method, canonicalRequestPath(rawPath)),
    with: (others) => buildFrom(others, live),
  };
}

function paramsOfMock<M extends Routable>(mock: M, path: string, live: RouteTable<M>): Params {
  const expression = live.expressionOf(mock);
  return expression ? expression.groups(path, newPatternWork()) : paramsOf(mock.endpoint, path);
}

function servedBy(method: string): string {
  return method === "HEAD" ? "GET" : method;
}

/** Each hint names an endpoint that the request would have matched except for one thing, which the hint says. */
function* explainerOf<M extends Routable>(mocks: readonly M[], live: RouteTable<M>) {
  const enabled = mocks.filter((mock) => mock.enabled);
  const disabled: RouteTable<M> = yield* RouteTable.build(mocks.filter((mock) => !mock.enabled));
  const anyCase: RouteTable<M> = yield* RouteTable.build(enabled, lowerCase);
  const anyEncoding: RouteTable<M> = yield* RouteTable.build(enabled, fullyDecoded);
  const near: NearEndpoints<M> = yield* NearEndpoints.build(enabled);

  return (method: string, path: string): string => {
    const served = servedBy(method);
    // One for all of what follows, because each of it looks at all patterns.
    const work = newPatternWork();
    // Patterns come last, because a disabled catch-all says less than a near miss.
    if (disabled.hasExact(served, path)) return DISABLED;

    const methods = live.methodsOn(path, work);
    if (methods.length > 0) return `This path has a mock for ${listed(methods)}, not for ${method}.`;
    if (work.hasGivenUp) return TOO_MUCH;

    const slash = live.find(served, path.endsWith("/") ? path.slice(0, -1) : `${path}/`, { work });
    if (slash) {
      const problem = path.endsWith("/") ? "has a trailing slash too many" : "lacks a trailing slash";
      return `This path ${problem}: the mock's endpoint is ${slash.endpoint}`;
    }
    const otherCase = anyCase.find(served, lowerCase(path), { work });
    if (otherCase) return `Letter case differs: the mock's endpoint is ${otherCase.endpoint}`;

    const otherEncoding = anyEncoding.find(served, fullyDecoded(path), { work });
    if (otherEncoding) return `Percent-encoding differs: the mock's endpoint is ${otherEncoding.endpoint}`;

    const mistyped = near.find(served, path);
    if (mistyped) return `No mock is configured for this path. Did you mean ${mistyped.endpoint}?`;

    return disabled.find(served, path, { work }) ? DISABLED : UNKNOWN_PATH;
  };
}

const DISABLED = "The mock on this path is disabled. Enable it to get its answer.";
const TOO_MUCH =
  "Not all mocks whose endpoint is a regular expression were tried on this path, because that would take too long. " +
  "Shorten the path, or use fewer and smaller expressions.";
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
