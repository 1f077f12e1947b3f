import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, userInfo } from "node:os";
import { strangerOf, unreachable } from "../answer-failure";
import type { Context } from "../command";
import { Failure, interrupted } from "../failure";
import { openBrowser } from "../open-browser";

/** As long as somebody may take to sign in, with a second factor and a mail to look for. */
const waitMs = 10 * 60_000;

const random = () => randomBytes(32).toString("base64url");

/** The purpose of the key, which the page in the browser shows. */
export type Purpose = "login" | "key";

const texts = {
  login: {
    allowed: "You are signed in. Go back to the terminal. You can close this page.",
    denied: "The sign-in",
    command: "fieldkit login",
  },
  key: {
    allowed: "Key created. Go back to the terminal. You can close this page.",
    denied: "Creating a key",
    command: "fieldkit key create",
  },
} as const;

/**
 * Lets somebody choose a project in the browser, which sends a code to this machine by a redirect to its loopback address
 * (RFC 8252). Only who knows the verifier gets the key for it (RFC 7636).
 * @throws {Failure}
 */
export async function keyByBrowser(
  { terminal, env, given, ended }: Context,
  url: string,
  purpose: Purpose,
): Promise<string> {
  const [state, verifier] = [random(), random()];
  const callback = await listenForCode(state, url, purpose);
  try {
    const page = new URL("/-/cli", url);
    page.searchParams.set("port", String(callback.port));
    page.searchParams.set("state", state);
    page.searchParams.set("challenge", createHash("sha256").update(verifier).digest("base64url"));
    page.searchParams.set("machine", machineName());
    page.searchParams.set("purpose", purpose);
    const opens = !given.is("no-browser") && (await openBrowser(page.href, env));
    terminal.say(
      opens
        ? "Opening your browser. If nothing happens, open:"
        : "Open this URL in a browser on this machine:",
    );
    terminal.say(`\n  ${page.href}\n`);
    if (terminal.json) terminal.event({ open: page.href });
    const code = await Promise.race([callback.code, giveUp(ended, purpose)]);
    return await exchanged(url, { code, verifier }, ended, purpose);
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

function giveUp(ended: AbortSignal, purpose: Purpose): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new Failure(
            "failed",
            `No response from the browser after 10 minutes. Run ${texts[purpose].command} again.`,
          ),
        ),
      waitMs,
    );
    timer.unref();
    ended.addEventListener("abort", () => reject(interrupted()));
  });
}

async function listenForCode(state: string, url: string, purpose: Purpose) {
  let settle: { resolve(code: string): void; reject(error: Error): void } | undefined;
  const code = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Whoever waits for it is not there yet when it fails at once.
  code.catch(() => undefined);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (request.method !== "GET" || pathname !== "/callback") return answer(response, 404, "Not found.");
    // Anything on this machine can call it, and pages of others can send a browser here.
    if (!isSame(searchParams.get("state") ?? "", state))
      return answer(response, 400, "This link belongs to another command.");
    const given = searchParams.get("code");
    // The program may end as soon as it knows, and the page has to be with the browser by then.
    if (given) {
      answer(response, 200, texts[purpose].allowed, () => settle?.resolve(given));
    } else {
      answer(response, 200, "Access was denied. You can close this page.", () =>
        settle?.reject(
          new Failure("refused", `${texts[purpose].denied} at ${url} was denied in the browser.`),
        ),
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

async function exchanged(
  url: string,
  sent: { code: string; verifier: string },
  ended: AbortSignal,
  purpose: Purpose,
): Promise<string> {
  const response = await fetch(new URL("/api/key/codes/exchange", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(sent),
    signal: AbortSignal.any([ended, AbortSignal.timeout(30_000)]),
  }).catch((error: unknown) => {
    throw ended.aborted ? interrupted() : unreachable(url, error);
  });
  const answer = (await response.json().catch(() => undefined)) as { key?: string } | undefined;
  if (!answer) throw strangerOf(url, response);
  if (response.ok && answer.key) return answer.key;
  throw new Failure(
    "refused",
    `The code has expired or was used before. Run ${texts[purpose].command} again.`,
  );
}
