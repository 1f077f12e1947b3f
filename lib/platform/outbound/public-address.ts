import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an IP address in text form is globally routable unicast: what a person's URL may lead to.
 * Addresses that carry another one (IPv4-mapped, NAT64, 6to4, Teredo) are judged by what they carry.
 * False for everything else: host names, zones (`fe80::1%eth0`), brackets, octal and other shorthand.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return isPublicIPv4(address.split(".").map(Number));
    case 6:
      return !address.includes("%") && isPublicIPv6(address);
    default:
      return false;
  }
}

function isPublicIPv4(octets: number[]): boolean {
  return new ipaddr.IPv4(octets).range() === "unicast";
}

function isPublicIPv6(address: string): boolean {
  // The URL parser's form has no dotted tail: ipaddr.js takes "::1.2.3.4" for "::ffff:1.2.3.4".
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const parsed = ipaddr.IPv6.parse(plain);
  const carried = carriedIPv4(parsed.parts);
  if (carried) return carried.every(isPublicIPv4);
  // Only 2000::/3 is allocated; ipaddr.js calls unallocated space and "::1.2.3.4" unicast too.
  return ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000 && parsed.range() === "unicast";
}

/** The IPv4 addresses (as octets) that packets for this IPv6 address can reach, if it embeds any. */
function carriedIPv4(parts: number[]): number[][] | undefined {
  const starts = (...prefix: number[]) => prefix.every((part, index) => parts[index] === part);
  const at = (index: number, mask = 0) => octetsOf(parts[index] ?? 0, parts[index + 1] ?? 0, mask);
  if (starts(0, 0, 0, 0, 0, 0xffff)) return [at(6)];
  if (starts(0x64, 0xff9b, 0, 0, 0, 0)) return [at(6)];
  if (starts(0x2002)) return [at(1)];
  // Teredo embeds the address of its server and, inverted, that of the client behind it.
  if (starts(0x2001, 0)) return [at(2), at(6, 0xffff)];
  return undefined;
}

function octetsOf(high: number, low: number, mask: number): number[] {
  const [first, second] = [high ^ mask, low ^ mask];
  return [first >> 8, first & 0xff, second >> 8, second & 0xff];
}
