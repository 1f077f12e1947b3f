/**
 * The settings that the middleware needs. They are apart from the full configuration, because most of that cannot
 * be parsed where the middleware runs.
 */

/** Host name below which project hosts live, without port. */
export function mockHostname(): string {
  return (process.env.MOCK_DOMAIN || "mock.localhost").toLowerCase().replace(/:\d+$/, "");
}

/** Whether to believe `X-Forwarded-*` headers, because the operator's proxy sets them. */
export function trustsProxy(): boolean {
  return process.env.TRUST_PROXY === "on";
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
