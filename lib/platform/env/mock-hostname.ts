/**
 * The two settings that the middleware needs. They are apart from the full configuration, because most of that cannot
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
