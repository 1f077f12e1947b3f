import { type ProxyTrust, parseProxyTrust } from "../hosts/proxy-trust";
import { isOnPlatform, platformAddress } from "./platform-settings";

/**
 * The settings that the middleware needs. They are apart from the full configuration, because most of that cannot
 * be parsed where the middleware runs.
 */

/** Host name below which project hosts live, without port. */
export function mockHostname(): string {
  return (process.env.MOCK_DOMAIN || "mock.localhost").toLowerCase().replace(/:\d+$/, "");
}

/**
 * Whether this is a function of a platform, where nobody but the platform comes before the middleware. Variables are
 * named one by one: where the middleware runs, there may be no list of them.
 */
export const isFunction = (): boolean => isOnPlatform({ VERCEL: process.env.VERCEL });

const addressOfPlatform = () =>
  platformAddress({
    VERCEL: process.env.VERCEL,
    VERCEL_ENV: process.env.VERCEL_ENV,
    VERCEL_PROJECT_PRODUCTION_URL: process.env.VERCEL_PROJECT_PRODUCTION_URL,
    VERCEL_BRANCH_URL: process.env.VERCEL_BRANCH_URL,
    VERCEL_URL: process.env.VERCEL_URL,
  });

/** Whose `X-Forwarded-*` headers to believe. A faulty setting keeps the process from starting. */
export function trustProxy(): ProxyTrust {
  return parseProxyTrust(process.env.TRUST_PROXY, isFunction()) ?? { hops: 0 };
}

const port = () => process.env.PORT || "3000";

/** Where the dashboard, its streams and the hosts of projects are, for the headers of its pages. */
export function pageDeployment() {
  return {
    appUrl: process.env.APP_URL || addressOfPlatform() || `http://localhost:${port()}`,
    wsUrl: process.env.WS_URL || `ws://localhost:${port()}`,
    mockDomain: (process.env.MOCK_DOMAIN || `mock.localhost:${port()}`).toLowerCase(),
    isDev: process.env.NODE_ENV === "development",
  };
}
