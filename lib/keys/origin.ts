type ReadOrigin = { origin: string } | { problem: string };

export const originProblem = "must be an origin such as https://app.example.com";

/**
 * The origin that a text names, as browsers send it, or what is wrong with the text. Whoever leaves the scheme out or
 * pastes a page's whole address is told the origin that was probably meant.
 */
export function readOrigin(text: string): ReadOrigin {
  const url = webAddress(text);
  if (url?.href === `${url?.origin}/`) return { origin: url.origin };
  if (url) return { problem: `must be only scheme, host and port: ${url.origin}` };
  if (text.includes("*")) return { problem: "must name one host: there are no wildcards" };
  const meant = webAddress(`${usualScheme(text)}://${text}`);
  // A single word is rather a mistake than a host.
  if (!meant || !/[.[]|^localhost$/.test(meant.hostname)) return { problem: originProblem };
  return { problem: `must begin with its scheme: ${meant.origin}` };
}

function webAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && !url.hostname.includes("*") ? url : undefined;
}

/** What is on somebody's own machine is hardly ever served over TLS. */
const usualScheme = (host: string) => (/^(localhost|127\.|\[)/i.test(host) ? "http" : "https");
