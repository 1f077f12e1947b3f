import type { Issue } from "@/lib/operations/operation";
import type { Answer, ApiOptions } from "./api";
import { Failure, messageOf, ScopeFailure } from "./failure";
import { plainText } from "./terminal";

type Refusal = { error?: string; hint?: string; issues?: Issue[] };

/** The failure for a response that isn't JSON, as all of Fieldkit's are. */
export function strangerOf(url: string, { status, headers }: Response): Failure {
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location) {
    return new Failure(
      "unreachable",
      `${url} redirects to ${plainText(location, 300)}. Use the URL of your instance.`,
    );
  }
  if ([502, 503, 504].includes(status)) {
    return new Failure(
      "unreachable",
      `${url} responded with ${status}. The instance behind it may be down. Try again.`,
    );
  }
  const type = headers.get("content-type")?.split(";", 1)[0] || "no content type";
  return notFieldkit(url, `it responded with ${status} and ${plainText(type, 100)} instead of JSON`);
}

export const notFieldkit = (url: string, why: string) =>
  new Failure(
    "unreachable",
    `${url} doesn't respond like a Fieldkit instance: ${why}. Check the URL, and whether a proxy or another server answers there.`,
  );

const reasons: Record<string, string> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "host not found",
  EAI_AGAIN: "the host name can't be resolved right now",
  ETIMEDOUT: "the connection timed out",
  ECONNRESET: "the server closed the connection",
  UND_ERR_SOCKET: "the server closed the connection",
};

/** Why a server can't be reached, in words. */
export function reasonOf(error: unknown): string {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code, name } = each as NodeJS.ErrnoException;
    if (code && reasons[code]) return reasons[code];
    if (name === "TimeoutError") return "no response";
    const [first] = each instanceof AggregateError ? each.errors : [];
    if (first !== undefined) return reasonOf(first);
    if (!each.cause) return messageOf(each);
  }
  return String(error);
}

export const unreachable = (url: string, error: unknown) =>
  new Failure(
    "unreachable",
    `Couldn't connect to ${url}: ${reasonOf(error)}. Check the URL and that the server is running.`,
  );

/** The places of a request that the API refuses. */
export function issuesOf({ body }: Answer): Issue[] {
  const { error = "The instance refused the request.", issues } = refusalOf(body);
  return issues && issues.length > 0 ? issues : [{ path: "", message: error }];
}

const refusalOf = (body: unknown) => (typeof body === "object" && body !== null ? body : {}) as Refusal;

export function failureOf(
  { status, body }: Answer,
  path: string,
  { isFromEnvironment = false }: ApiOptions = {},
): Failure {
  const { error, hint, issues } = refusalOf(body);
  // The error of the API repeats most issues itself.
  const named = (issues ?? [])
    .filter(({ message }) => !error?.includes(message))
    .slice(0, 3)
    .map(({ path, message }) => `${path} ${message}`);
  const said = plainText([error ?? `The instance responded with ${status}.`, ...named].join("; "), 600);
  if (status === 401) {
    const how = isFromEnvironment ? "check FIELDKIT_API_KEY" : "run fieldkit login";
    return new Failure("refused", `${said}: ${how}.`);
  }
  if (status === 403) {
    const advice = isFromEnvironment
      ? "It comes from FIELDKIT_API_KEY. Set that to a key with more access."
      : "Run fieldkit login to sign in with more access.";
    if (hint && error === "Requires another scope") return new ScopeFailure(plainText(hint, 600), advice);
    return new Failure("refused", hint ? plainText(hint, 600) : said);
  }
  if (status === 404 && error === undefined) {
    return new Failure(
      "notFound",
      `The instance has no ${path}. Check the URL, and update the instance if it is older than this command line.`,
    );
  }
  return new Failure(status === 404 ? "notFound" : "failed", said);
}
