/**
 * The two settings that the middleware needs. Apart from the full configuration because the middleware
 * runs where most of it can't be parsed.
 */

/** Host name below which project hosts live, without port. */
export function mockHostname(): string {
  return (process.env.MOCK_DOMAIN || "mock.localhost").toLowerCase().replace(/:\d+$/, "");
}

/** Whether `X-Forwarded-*` headers come from a proxy of the operator's. */
export function trustsProxy(): boolean {
  return process.env.TRUST_PROXY === "on";
}
