import { type ProxyTrust, parseProxyTrust } from "../hosts/proxy-trust";

/**
 * The two settings that the middleware needs. They are apart from the full configuration, because most of that cannot
 * be parsed where the middleware runs.
 */

/** Host name below which project hosts live, without port. */
export function mockHostname(): string {
  return (process.env.MOCK_DOMAIN || "mock.localhost").toLowerCase().replace(/:\d+$/, "");
}

/** Whose `X-Forwarded-*` headers to believe. A faulty setting keeps the process from starting. */
export function trustProxy(): ProxyTrust {
  return parseProxyTrust(process.env.TRUST_PROXY, Boolean(process.env.VERCEL?.trim())) ?? { hops: 0 };
}
