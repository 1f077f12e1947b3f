import { usage } from "./failure";

const example = "such as http://localhost:4000/webhooks";

/**
 * The URL of a server to forward to. A port or `localhost:4000/webhooks` is enough.
 * @throws {Failure} `usage`
 */
export function targetUrl(given: string): URL {
  const text = /^:?\d{1,5}(\/|$)/.test(given) ? `localhost:${given.replace(/^:/, "")}` : given;
  const scheme = /^([a-z][a-z0-9+.-]*):(\/\/|(?!\d))/i.exec(text)?.[1]?.toLowerCase();
  const full = scheme === undefined ? `http://${text}` : text;
  if ((scheme ?? "http") !== "http" && scheme !== "https") {
    throw usage(`--forward must be an http:// or https:// URL, ${example}, not ${given}.`);
  }
  if (/\s/.test(given) || !URL.canParse(full))
    throw usage(`--forward must be a URL, ${example}, not ${given}.`);
  const url = new URL(full);
  if (url.username || url.password) throw usage("--forward can't have a user name or password in the URL.");
  url.hash = "";
  return url;
}
