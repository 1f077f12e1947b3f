import { env } from "@/lib/platform/env/env";
import { isPublicAddress } from "@/lib/platform/outbound/public-address";

/**
 * The caller's address: the peer's, or what the proxy in front says when it is trusted. Without either
 * (a serverless platform with TRUST_PROXY off) all callers share one name.
 */
export function clientAddressOf(
  header: (name: string) => string | null | undefined,
  peerAddress: string | undefined,
): string {
  const forwarded = env().trustProxy ? forwardedAddress(header("x-forwarded-for")) : undefined;
  // A socket that listens on IPv6 shows IPv4 peers in mapped form.
  const peer = peerAddress?.replace(/^::ffff:(?=\d+\.)/, "");
  return (forwarded || peer || "unknown").slice(0, 64);
}

/**
 * Each proxy adds on the right whom it heard from, and what stands further left may be the client's own
 * invention: the last public address is the client's, or the last one where all are of the inside.
 */
function forwardedAddress(list: string | null | undefined): string | undefined {
  const addresses = (list ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return addresses.findLast(isPublicAddress) ?? addresses.at(-1);
}
