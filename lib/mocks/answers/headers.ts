import { configuredHeaders } from "@/lib/platform/budgets/budgets";

/** A problem of configured response headers; `path` leads to it: `["Set-Cookie", "1"]`. */
export type HeaderProblem = { path: string[]; message: string };

const refusedNames = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "upgrade",
  "te",
  "trailer",
  "strict-transport-security",
  "clear-site-data",
  "service-worker-allowed",
]);

/**
 * All problems for which a mock's headers are refused when saved: names that are not tokens (RFC 9110 section 5.6.2),
 * that would break the connection or that reach beyond the project's host, values that cannot be sent, cookies with a
 * `Domain`, names given twice, and more than clients accept. An empty array: no problems.
 */
export function headerProblems(headers: Record<string, string | string[]>): HeaderProblem[] {
  const tooMuch = headersTooMuch(headers);
  if (tooMuch.length > 0) return tooMuch.map((message) => ({ path: [], message }));
  const problems: HeaderProblem[] = [];
  const spellings = new Map<string, string>();
  for (const [name, configured] of Object.entries(headers)) {
    const lowerName = name.toLowerCase();
    const earlier = spellings.get(lowerName);
    if (earlier !== undefined) {
      problems.push({ path: [name], message: `Same header as ${earlier}; use an array to repeat it` });
    }
    spellings.set(lowerName, name);
    const nameProblem = problemOfName(name);
    if (nameProblem) problems.push({ path: [name], message: nameProblem });
    problems.push(...problemsOfValues(name, configured));
  }
  return problems;
}

/**
 * Why headers are more than clients accept, if they are. Counts any value, so that nothing else looks at what is too
 * much: every check of a name or value costs more than counting it.
 */
export function headersTooMuch(headers: unknown): string[] {
  const { linesMax, bytesMax } = configuredHeaders;
  let lines = 0;
  let bytes = 0;
  for (const [name, configured] of Object.entries(headers ?? {})) {
    const values: unknown[] = Array.isArray(configured) ? configured : [configured];
    // An array without values is one problem, too.
    lines += Math.max(1, values.length);
    for (const value of values) {
      // The name is sent a second time, in Access-Control-Expose-Headers.
      bytes += 2 * name.length + (typeof value === "string" ? value.length : 0) + ": \r\n, ".length;
    }
  }
  return [
    ...(lines > linesMax ? [`At most ${linesMax} headers`] : []),
    ...(bytes > bytesMax ? [`Headers must take at most ${bytesMax} bytes in all`] : []),
  ];
}

/** Whether a text is a token: a valid header name or method (RFC 9110 section 5.6.2). */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

/** Whether a value can be sent as it is: Latin-1 without control characters, tab excepted. May be empty. */
export function isPlainHeaderValue(value: string): boolean {
  return /^[\t\u0020-\u007e\u00a0-\u00ff]*$/.test(value);
}

/** Problems for which a request can't have these headers, whatever they mean. */
export function requestHeaderProblems(headers: Record<string, string | string[]>): HeaderProblem[] {
  return Object.entries(headers).flatMap(([name, values]) => {
    const message =
      problemOfToken(name) ?? [values].flat().flatMap((value) => problemOfValue(name, value) ?? [])[0];
    return message ? [{ path: [name], message }] : [];
  });
}

function problemOfToken(name: string): string | undefined {
  if (name === "") return "Header name must not be empty";
  return isToken(name) ? undefined : "Header name may only contain letters, digits and !#$%&'*+-.^_`|~";
}

function problemOfName(name: string): string | undefined {
  const problem = problemOfToken(name);
  if (problem) return problem;
  const lowerName = name.toLowerCase();
  if (refusedNames.has(lowerName) || lowerName.startsWith("proxy-")) return `${name} cannot be set by a mock`;
  return undefined;
}

function problemsOfValues(name: string, configured: string | string[]): HeaderProblem[] {
  if (typeof configured === "string") {
    const message = problemOfValue(name, configured);
    return message ? [{ path: [name], message }] : [];
  }
  if (configured.length === 0) return [{ path: [name], message: "Give at least one value" }];
  return configured.flatMap((value, index) => {
    const message = problemOfValue(name, value);
    return message ? [{ path: [name, String(index)], message }] : [];
  });
}

function problemOfValue(name: string, value: string): string | undefined {
  if (/[\u0100-\uffff]/.test(value)) return "Header value may only contain Latin-1 characters";
  if (!isPlainHeaderValue(value)) return "Header value must not contain line breaks or control characters";
  if (name.toLowerCase() === "set-cookie" && hasDomainAttribute(value)) {
    return "Set-Cookie must not have a Domain attribute: cookies stay on the project's host";
  }
  return undefined;
}

/** Reads attributes as browsers do (RFC 6265 section 5.2): quotes have no meaning, white space is trimmed. */
const hasDomainAttribute = (cookie: string) => cookie.split(";").slice(1).some(isDomain);

/** A value of `Set-Cookie` for the host alone that sends it. */
export function withoutDomain(cookie: string): string {
  const [pair = "", ...attributes] = cookie.split(";");
  return [pair, ...attributes.filter((attribute) => !isDomain(attribute))].join(";");
}

const isDomain = (attribute: string) => attribute.split("=", 1)[0]?.trim().toLowerCase() === "domain";
