/**
 * Host name below which project hosts live, without port. Apart from the full configuration because
 * the middleware runs where most of it can't be parsed.
 */
export function mockHostname(): string {
  return (process.env.MOCK_DOMAIN || "mock.localhost").toLowerCase().replace(/:\d+$/, "");
}
