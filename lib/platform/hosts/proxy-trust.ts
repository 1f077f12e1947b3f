import ipaddr from "ipaddr.js";

/** Pure and without Node's modules, so that the middleware can import it too. */

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/**
 * Whose `X-Forwarded-*` headers count: those of the last so many proxies, or of all proxies in these networks. Where a
 * platform stands in front of everything, a peer is unknown, and is the platform.
 */
export type ProxyTrust = { hops: number } | { networks: Network[]; throughPlatform?: boolean };

type HeaderReader = (name: string) => string | null | undefined;
export type Caller = { header: HeaderReader; peer: string | undefined };

export const howTrustIsWritten =
  "must be off, on, a number of proxies such as 2, or networks such as 10.0.0.0/8,fd00::/8";

/** More proxies than that are a mistake in writing. */
const hopsMax = 32;

/** @returns undefined if the text is neither a number of proxies nor a list of networks */
export function parseProxyTrust(text: string | undefined, isOnVercel: boolean): ProxyTrust | undefined {
  const given = text?.trim().toLowerCase() || (isOnVercel ? "on" : "off");
  if (given === "off") return { hops: 0 };
  if (given === "on") return { hops: 1 };
  if (/^\d{1,2}$/.test(given)) return Number(given) <= hopsMax ? { hops: Number(given) } : undefined;
  const networks = given.split(",").map((each) => networkFrom(each.trim()));
  if (!networks.every((each) => each !== undefined)) return undefined;
  return { networks, ...(isOnVercel && { throughPlatform: true }) };
}

function networkFrom(text: string): Network | undefined {
  const [first = "", bits, ...rest] = text.split("/");
  const address = addressFrom(first);
  if (!address || rest.length > 0) return undefined;
  const bitsMax = address.kind() === "ipv4" ? 32 : 128;
  if (bits === undefined) return [address, bitsMax];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax ? [address, Number(bits)] : undefined;
}

/** Every request asks for its address several times, and the same clients send many. */
const known = new Map<string, Address | undefined>();
const knownMax = 1000;
const knownCharsMax = 100;

function addressFrom(text = ""): Address | undefined {
  if (known.has(text)) return known.get(text);
  const address = parsedAddress(text);
  if (known.size >= knownMax) known.clear();
  if (text.length <= knownCharsMax) known.set(text, address);
  return address;
}

/** An address as sockets and proxies write it: with a zone, in brackets, with a port. Mapped IPv4 is IPv4. */
function parsedAddress(text: string): Address | undefined {
  const plain = text.trim().replace(/^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/, "$1$3");
  const withoutZone = plain.split("%", 1)[0] ?? "";
  if (ipaddr.IPv4.isValidFourPartDecimal(withoutZone)) return ipaddr.IPv4.parse(withoutZone);
  return ipaddr.IPv6.isValid(withoutZone) ? ipaddr.process(withoutZone) : undefined;
}

function isIn(address: Address, networks: readonly Network[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits),
  );
}

/**
 * The first address from the right of `X-Forwarded-For` that is not a trusted proxy's, and how many trusted proxies
 * the request came through. Each proxy appends the address that it was called from; what stands further to the left
 * may be the client's invention.
 */
function traced(
  trust: ProxyTrust,
  { header, peer }: Caller,
): { client: Address | undefined; passed: number } {
  const isTrusted = (address: Address | undefined, passed: number) => {
    if ("hops" in trust) return passed < trust.hops;
    return address ? isIn(address, trust.networks) : passed === 0 && isPlatform(trust, peer);
  };
  let client = addressFrom(peer);
  if (!isTrusted(client, 0)) return { client, passed: 0 };
  const forwarded = (header("x-forwarded-for") ?? "").split(",");
  let passed = 0;
  while (isTrusted(client, passed)) {
    passed += 1;
    const next = addressFrom(forwarded.at(-passed));
    if (!next) break;
    client = next;
  }
  return { client, passed };
}

/** The address of the client, or undefined if it is unknown. */
export function clientOf(trust: ProxyTrust, caller: Caller): string | undefined {
  return traced(trust, caller).client?.toString();
}

/**
 * The network that limits count for an address: IPv6 by /64, because a client has at least that many to choose from. This
 * machine's own address stays as it is.
 */
export function countedNetwork(address: string): string {
  const parsed = addressFrom(address);
  if (!parsed || parsed.kind() === "ipv4" || parsed.range() === "loopback") return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString();
}

/** Whether the peer is a trusted proxy, so that many clients may be behind it. */
export function isTrustedProxy(trust: ProxyTrust, peer: string | undefined): boolean {
  if ("hops" in trust) return trust.hops > 0;
  const address = addressFrom(peer);
  return address ? isIn(address, trust.networks) : isPlatform(trust, peer);
}

const isPlatform = ({ throughPlatform }: { throughPlatform?: boolean }, peer: string | undefined) =>
  throughPlatform === true && peer === undefined;

/** A header such as `X-Forwarded-Host` as the outermost trusted proxy reports it. */
export function forwardedValue(trust: ProxyTrust, name: string, caller: Caller): string | undefined {
  if (!isTrustedProxy(trust, caller.peer)) return undefined;
  const values = (caller.header(name) ?? "").split(",").map((each) => each.trim());
  const { passed } = traced(trust, caller);
  // Some proxies append, others replace.
  return (values.at(-Math.max(passed, 1)) ?? values[0]) || undefined;
}
