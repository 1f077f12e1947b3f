import { env } from "@/lib/platform/env/env";
import { isPublicAddress } from "@/lib/platform/outbound/public-address";

const unknownAddress = "unknown";

/**
 * The caller's address: that of the peer, or the one that a trusted proxy reports. Without either (a serverless
 * platform with TRUST_PROXY off) all callers share one name.
 */
export function clientAddressOf(
  header: (name: string) => string | null | undefined,
  peerAddress: string | undefined,
): string {
  const forwarded = env().trustProxy ? forwardedAddress(header("x-forwarded-for")) : undefined;
  // A socket that listens on IPv6 shows IPv4 peers in mapped form.
  const peer = peerAddress?.replace(/^::ffff:(?=\d+\.)/, "");
  return (forwarded || peer || unknownAddress).slice(0, 64);
}

/** Whose share of this process's memory a body takes: the caller's, or nobody's if the caller's address is unknown. */
export function holderOf(...args: Parameters<typeof clientAddressOf>): string | undefined {
  const address = clientAddressOf(...args);
  return address === unknownAddress ? undefined : address;
}

/**
 * Each proxy appends the address it was called from, and anything before that may be invented by the client. So the
 * last public address is the client's, or the last address if all are internal.
 */
function forwardedAddress(list: string | null | undefined): string | undefined {
  const addresses = (list ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return addresses.findLast(isPublicAddress) ?? addresses.at(-1);
}
