import { withColonNames } from "./curly-names";
import { isExpression, isPattern, segmentsProblem } from "./segments";

/** Longest stored endpoint, in UTF-16 code units, its leading slash included. */
const MAX_ENDPOINT_LENGTH = 2048;
/** Longest regular expression, its `~` included. */
const expressionLengthMax = 500;
/** As many bytes as fit into the index that keeps endpoints unique. */
const endpointBytesMax = 2000;
/** Each of them takes memory in the index of a project's patterns. */
const patternSegmentsMax = 50;

type Normalized = { endpoint: string } | { problem: string };

/**
 * Brings an endpoint into its stored form: exactly one leading slash, `{name}` as `:name`, everything else unchanged.
 * `problem` is a sentence for the person who typed it. Whether a regular expression can be compiled, and
 * match, is not looked at.
 */
export function normalizeEndpoint(raw: string): Normalized {
  if (/\p{Cc}/u.test(raw)) return { problem: "Endpoint must not contain control characters" };
  if (/\p{Cs}/u.test(raw)) return { problem: "Endpoint must be valid Unicode, without lone surrogates" };
  const normalized = isExpression(raw) ? normalizedExpression(raw) : normalizedPath(raw);
  if ("problem" in normalized) return normalized;
  const { endpoint } = normalized;
  if (endpoint.length > MAX_ENDPOINT_LENGTH) {
    return { problem: `Endpoint must have at most ${MAX_ENDPOINT_LENGTH} characters` };
  }
  if (new TextEncoder().encode(endpoint).byteLength > endpointBytesMax) {
    return { problem: `must have at most ${endpointBytesMax} bytes` };
  }
  return normalized;
}

function normalizedPath(raw: string): Normalized {
  if (raw.includes("#")) {
    return { problem: "Endpoint must not contain '#': fragments are never sent (a literal one is %23)" };
  }
  const named = withColonNames(`/${withoutLeadingSlashes(raw)}`);
  if ("problem" in named) return { problem: `Endpoint ${named.problem}` };
  const { endpoint } = named;
  // A question mark after a whole placeholder makes it optional.
  if (endpoint.replace(/(\/:[A-Za-z_][A-Za-z0-9_-]*)\?(?=\/|$)/g, "$1").includes("?")) {
    return { problem: "Endpoint must not contain '?': query parameters are ignored (a literal one is %3F)" };
  }
  const problem = segmentsProblem(endpoint);
  if (problem) return { problem: `Endpoint ${problem}` };
  if (endpoint.split("/").length - 1 > patternSegmentsMax && isPattern(endpoint)) {
    return { problem: `must have at most ${patternSegmentsMax} segments where it has placeholders` };
  }
  return { endpoint };
}

function normalizedExpression(raw: string): Normalized {
  if (raw.length > expressionLengthMax) {
    return {
      problem: `Endpoint must have at most ${expressionLengthMax} characters where it is a regular expression`,
    };
  }
  return { endpoint: raw };
}

function withoutLeadingSlashes(text: string): string {
  let start = 0;
  while (text[start] === "/") start++;
  return text.slice(start);
}
