import { isToken } from "../answers/headers";
import { type Alternatives, always, both, type Draft, type GivenCondition } from "./mockoon-drafts";
import { nameFrom } from "./mockoon-path";
import { entriesOf, fieldOf, isFields, listOf, textOf } from "./read-document-values";
import { matcherOf, type Place, type Problem } from "./wiremock-matchers";
import { placeFrom } from "./wiremock-url";

export type Wanted = { method: Draft["method"]; endpoint: string; when: Alternatives };

const own = new Set<string>(["GET", "POST", "PUT", "PATCH", "DELETE", "ANY"]);

/** Which requests a mapping of WireMock answers. */
export function wantedOf(request: unknown, notes: Set<string>): Wanted | Problem {
  const place = placeFrom(request, notes);
  if ("problem" in place) return place;
  const { method, condition } = methodOf(fieldOf(request, "method"));
  let when: Alternatives = [[...(condition ? [condition] : []), ...place.conditions]];
  for (const matched of matchedOf(request, notes)) {
    const one = "problem" in matched ? matched : matcherOf(matched.place, matched.matcher, notes);
    if ("problem" in one) return one;
    const sum = both(when, one);
    if (!sum) return { problem: "Its matchers have too many combinations." };
    when = sum;
  }
  return { method, endpoint: place.endpoint, when };
}

function methodOf(written: unknown): { method: Draft["method"]; condition?: GivenCondition } {
  const several = listOf(fieldOf(written, "oneOf")).flatMap((each) => textOf(each)?.toUpperCase() ?? []);
  if (several.length > 0) return { method: "ANY", condition: { in: "method", oneOf: several.slice(0, 100) } };
  const method = (textOf(written) ?? "ANY").toUpperCase();
  if (own.has(method)) return { method: method as Draft["method"] };
  return { method: "ANY", condition: { in: "method", equals: method } };
}

type Matched = { place: Place; matcher: unknown } | Problem;

/** All that is compared, besides method and URL. */
function* matchedOf(request: unknown, notes: Set<string>): Generator<Matched> {
  for (const [name, matcher] of entriesOf(fieldOf(request, "queryParameters"))) {
    yield { place: { in: "query", name }, matcher };
  }
  for (const [name, matcher] of entriesOf(fieldOf(request, "pathParameters"))) {
    yield { place: { in: "path", name: nameFrom(name) }, matcher };
  }
  for (const [name, matcher] of entriesOf(fieldOf(request, "headers"))) {
    yield isToken(name)
      ? { place: { in: "header", name }, matcher }
      : { problem: `\`${name.slice(0, 40)}\` is no name of a header.` };
  }
  for (const [name, matcher] of entriesOf(fieldOf(request, "cookies"))) {
    yield { place: { in: "cookie", name }, matcher };
  }
  for (const [name, matcher] of entriesOf(fieldOf(request, "formParameters"))) {
    yield { place: { in: "form", name }, matcher };
  }
  yield* credentials(fieldOf(request, "basicAuth") ?? fieldOf(request, "basicAuthCredentials"));
  for (const matcher of listOf(fieldOf(request, "bodyPatterns"))) yield { place: { in: "body" }, matcher };
  yield* unasked(request, notes);
}

function* credentials(given: unknown): Generator<Matched> {
  if (!isFields(given)) return;
  const pair = `${textOf(fieldOf(given, "username")) ?? ""}:${textOf(fieldOf(given, "password")) ?? ""}`;
  const expected = `Basic ${Buffer.from(pair).toString("base64")}`;
  yield { place: { in: "header", name: "authorization" }, matcher: { equalTo: expected } };
}

/** What nobody can ask of a request here: of some it does not matter, of others all would be different. */
function* unasked(request: unknown, notes: Set<string>): Generator<Matched> {
  for (const name of ["host", "port", "scheme", "clientIp"]) {
    if (fieldOf(request, name) !== undefined) notes.add(`Its \`${name}\` is not looked at.`);
  }
  for (const name of ["customMatcher", "multipartPatterns"]) {
    const given = fieldOf(request, name);
    if (given !== undefined && given !== null)
      yield { problem: `It uses \`${name}\`, which has no counterpart here.` };
  }
}

export const isAlways = (when: Alternatives) => when === always || when.some((each) => each.length === 0);
