import { type ProxyTrust, parseProxyTrust } from "../hosts/proxy-trust";

/**
 * The settings that the middleware needs. They are apart from the full configuration, because most of that cannot
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

const port = () => process.env.PORT || "3000";

/** Where the dashboard, its streams and the hosts of projects are, for the headers of its pages. */
export function pageDeployment() {
  return {
    appUrl: process.env.APP_URL || `http://localhost:${port()}`,
    wsUrl: process.env.WS_URL || `ws://localhost:${port()}`,
    mockDomain: (process.env.MOCK_DOMAIN || `mock.localhost:${port()}`).toLowerCase(),
    isDev: process.env.NODE_ENV === "development",
  };
}
