import { isIP } from "node:net";
import { isSameOrigin } from "@/lib/platform/hosts/same-origin";
import { OutboundError } from "./outbound-error";
import { type OutboundSettings, outboundSettings } from "./settings";

/** Ports of other protocols, from the Fetch standard: servers there might take a request for commands. */
const badPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Checks an address that a person supplied, as far as that is possible without a look-up: `https:`, no user info, an
 * ordinary port, and no literal or local host. Each call checks it again, together with the addresses that its name
 * then resolves to.
 * @returns the parsed address; the host is lower-case, an IPv4 host in dotted form, without trailing dot.
 * @throws {OutboundError} `invalid_url`, `not_https`, `user_info`, `bad_port` or `refused_address`.
 */
export function checkTarget(address: string, replaced?: Partial<OutboundSettings>): URL {
  const settings = outboundSettings(replaced);
  const url = parse(address);
  // First, because the origin of blob:http://127.0.0.1/ is http://127.0.0.1.
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new OutboundError("not_https");
  if (url.username || url.password) throw new OutboundError("user_info");
  url.hostname = withoutTrailingDot(url.hostname);
  if (badPorts.has(Number(url.port || 443))) throw new OutboundError("bad_port");
  if (isExempt(url, settings)) return url;
  if (url.protocol !== "https:") throw new OutboundError("not_https");
  if (isLocalHost(url, settings)) throw new OutboundError("refused_address");
  return url;
}

/** Why `checkTarget` refuses a URL; undefined if it doesn't. */
export function targetProblem(url: string): string | undefined {
  try {
    checkTarget(url);
    return undefined;
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
}

/** The same for a URL that receives webhooks. Of a local one, it says how these reach a developer's machine. */
export function receiverProblem(url: string): string | undefined {
  const problem = targetProblem(url);
  if (problem === undefined || !URL.canParse(url)) return problem;
  return isLocalHost(new URL(url), outboundSettings()) ? localReceiver : problem;
}

const localReceiver =
  "The URL leads to a host that is not public. To receive webhooks on your machine, send them to an inbox and run fieldkit listen <inbox> --forward <URL>. Your administrator can allow this origin with OUTBOUND_ALLOW.";

/** Whether the administrator allows this origin, which then may have any scheme and address. */
export function isExempt(url: URL, { allow }: Pick<OutboundSettings, "allow">): boolean {
  return allow.includes(url.origin) || allow.some((origin) => isSameOrigin(new URL(origin), url));
}

/** The host as sockets and resolvers want it: IPv6 without brackets. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function parse(address: string): URL {
  try {
    return new URL(address);
  } catch (cause) {
    throw new OutboundError("invalid_url", { cause });
  }
}

/** The name as certificates and the allow list have it. A name with an empty label is not a host name. */
function withoutTrailingDot(hostname: string): string {
  const name = hostname.replace(/\.$/, "");
  if (name.split(".").includes("")) throw new OutboundError("invalid_url");
  return name;
}

function isLocalHost(url: URL, { isPublic }: OutboundSettings): boolean {
  const host = bareHost(url);
  if (isIP(host)) return !isPublic(host);
  return host === "localhost" || host.endsWith(".localhost");
}
