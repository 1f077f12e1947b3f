import { AppError } from "@/lib/operations/errors";
import { env } from "@/lib/platform/env/env";

const loopback = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** The app's own origins: its address, and on loopback both of its names. */
export function ownOrigins(appUrl = env().appUrl): string[] {
  if (!loopback.test(appUrl)) return [appUrl];
  return ["localhost", "127.0.0.1"].map((name) =>
    appUrl.replace(loopback, (_, __, port) => `http://${name}${port ?? ""}`),
  );
}

/**
 * Refuses a mutation that another site's page makes with this browser's cookies. A client that sends
 * neither `Origin` nor `Sec-Fetch-Site` is not a browser.
 * @throws {AppError} `forbidden`
 */
export function requireOwnOrigin(headers: Headers): void {
  const origin = headers.get("origin");
  const foreign =
    origin === null ? headers.get("sec-fetch-site") === "cross-site" : !ownOrigins().includes(origin);
  if (foreign) throw new AppError("forbidden", "Requests from another origin are not accepted.");
}
