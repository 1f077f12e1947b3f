import { env } from "@/lib/platform/env/env";

/**
 * The caller's address: the peer's, or what the proxy in front says when it is trusted. Without either
 * (a serverless platform with TRUST_PROXY off) all callers share one name.
 */
export function clientAddressOf(headers: Headers, peerAddress: string | undefined): string {
  const forwarded = env().trustProxy ? headers.get("x-forwarded-for")?.split(",")[0]?.trim() : undefined;
  return (forwarded || peerAddress || "unknown").slice(0, 64);
}
