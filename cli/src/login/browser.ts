import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, userInfo } from "node:os";
import { reasonOf } from "../api";
import type { Context } from "../command";
import { Failure } from "../failure";
import { openBrowser } from "../open-browser";

/** As long as somebody may take to sign in, with a second factor and a mail to look for. */
const waitMs = 10 * 60_000;

const random = () => randomBytes(32).toString("base64url");

/**
 * Lets somebody choose a project in the browser, which sends a code to this machine by a redirect to its loopback address
 * (RFC 8252). Only who knows the verifier gets the key for it (RFC 7636).
 * @throws {Failure}
 */
export async function keyByBrowser({ terminal, env, given, ended }: Context, url: string): Promise<string> {
  const [state, verifier] = [random(), random()];
  const callback = await listenForCode(state, url);
  try {
    const page = new URL("/-/cli", url);
    page.searchParams.set("port", String(callback.port));
    page.searchParams.set("state", state);
    page.searchParams.set("challenge", createHash("sha256").update(verifier).digest("base64url"));
    page.searchParams.set("machine", machineName());
    const opens = !given.is("no-browser") && (await openBrowser(page.href, env));
    terminal.say(
      opens
        ? "Opening your browser. If nothing happens, open:"
        : "Open this address in a browser on this machine:",
    );
    terminal.say(`\n  ${page.href}\n`);
    const code = await Promise.race([callback.code, interrupted(ended)]);
    return await exchanged(url, code, verifier);
  } finally {
    callback.close();
  }
}

function machineName(): string {
  const user = nameOfUser();
  return `${user ? `${user}@` : ""}${hostname()}`.slice(0, 100);
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without a name, as containers have them.
    return "";
  }
}

function interrupted(ended: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(
      () => reject(new Failure("failed", "Nobody signed in within ten minutes.")),
      waitMs,
    );
    timer.unref();
    ended.addEventListener("abort", () => reject(new Failure("failed", "Signing in was interrupted.")));
  });
}

async function listenForCode(state: string, url: string) {
  let settle: { resolve(code: string): void; reject(error: Error): void } | undefined;
  const code = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Whoever waits for it is not there yet when it fails at once.
  code.catch(() => undefined);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (request.method !== "GET" || pathname !== "/callback")
      return answer(response, 404, "Nothing is here.");
    // Anything on this machine can call it, and pages of others can send a browser here.
    if (!isSame(searchParams.get("state") ?? "", state))
      return answer(response, 400, "This is another sign-in.");
    const given = searchParams.get("code");
    // The program may end as soon as it knows, and the page has to be with the browser by then.
    if (given) {
      answer(response, 200, "You are signed in. Go back to the terminal; this page can be closed.", () =>
        settle?.resolve(given),
      );
    } else {
      answer(response, 200, "Nothing was allowed. This page can be closed.", () =>
        settle?.reject(new Failure("refused", `Signing in to ${url} was refused in the browser.`)),
      );
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const close = () => {
    server.close();
    server.closeIdleConnections();
  };
  return { code, close, port: (server.address() as AddressInfo).port };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** @param then once it is sent, or cannot be any more */
function answer(response: ServerResponse, status: number, text: string, then = () => {}): void {
  const style =
    "font-family: system-ui; max-width: 34rem; margin: 20vh auto; padding: 0 1rem; color-scheme: light dark";
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.once("close", then);
  response.end(`<!doctype html><title>fieldkit</title><body style="${style}"><p>${text}</p>`);
}

async function exchanged(url: string, code: string, verifier: string): Promise<string> {
  const response = await fetch(new URL("/api/key/codes/exchange", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, verifier }),
    signal: AbortSignal.timeout(30_000),
  }).catch((error: unknown) => {
    throw new Failure("unreachable", `${url} cannot be reached: ${reasonOf(error)}.`);
  });
  const { key } = (await response.json().catch(() => ({}))) as { key?: string };
  if (response.ok && key) return key;
  throw new Failure("refused", "The code is used up or too old. Run fieldkit login again.");
}
