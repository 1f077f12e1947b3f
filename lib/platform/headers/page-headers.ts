/** Tells the root layout which nonce its own script needs. */
export const nonceHeader = "x-fieldkit-nonce";

export type PageDeployment = {
  appUrl: string;
  wsUrl: string;
  mockDomain: string;
  /** Next's development server evaluates code and styles as it goes. */
  isDev: boolean;
};

/** The security headers of every page and file of the dashboard. */
export function commonHeaders({ appUrl }: Pick<PageDeployment, "appUrl">): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ...(appUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
  };
}

/**
 * What a page may load and run: scripts with the nonce and what those load, calls to the app, its streams and the hosts
 * of projects, which the dashboard tries mocks on. Notes may show images of other sites.
 */
export function contentSecurityPolicy(deployment: PageDeployment, nonce: string): string {
  const { isDev } = deployment;
  const directives = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${isDev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // React writes the places of what it measures into attributes, which run nothing.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self' ${connections(deployment).join(" ")}`,
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
  return directives.join("; ");
}

/** On a computer of one's own the dashboard is open under both names, and its streams are at the same one. */
function connections({ appUrl, wsUrl, mockDomain }: PageDeployment): string[] {
  const { host, protocol } = new URL(wsUrl);
  const names = new URL(wsUrl).hostname === "localhost" ? ["localhost", "127.0.0.1"] : [undefined];
  const streams = names.map((name) => `${protocol}//${name ? host.replace("localhost", name) : host}`);
  return [...streams, `${new URL(appUrl).protocol}//*.${mockDomain}`];
}
