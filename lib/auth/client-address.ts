import { env } from "@/lib/platform/env/env";
import { type Caller, clientOf, countedNetwork } from "@/lib/platform/hosts/proxy-trust";

const unknownAddress = "unknown";

/**
 * The caller's address: that of the peer, or the one that a trusted proxy reports. Without either (a serverless
 * platform with TRUST_PROXY off) all callers share one name.
 */
export function clientAddressOf(header: Caller["header"], peer: string | undefined): string {
  return clientOf(env().trustProxy, { header, peer }) ?? unknownAddress;
}

/** The same as limits count it: IPv6 by its /64 network. */
export function clientNetworkOf(header: Caller["header"], peer: string | undefined): string {
  return countedNetwork(clientAddressOf(header, peer));
}

/** Whose share of this process's memory a body takes: the caller's, or nobody's if the address is unknown. */
export function holderOf(header: Caller["header"], peer: string | undefined): string | undefined {
  return holderAt(clientAddressOf(header, peer));
}

/** The same where the caller's address is known. */
export function holderAt(address: string): string | undefined {
  const network = countedNetwork(address);
  return network === unknownAddress ? undefined : network;
}
