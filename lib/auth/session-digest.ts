import { createHmac, hash } from "node:crypto";
import { authSecret } from "@/lib/platform/secrets/auth-secret";

/** The name of a session's cookie in memory. */
export const digestOfCookie = (cookie: string) => digestOf(canonical(cookie));

/** The same for a session that is known by its row: its cookie is the token, signed. */
export function digestOfToken(token: string): string {
  const signature = createHmac("sha256", authSecret()).update(token).digest("base64");
  return digestOf(`${token}.${signature}`);
}

const digestOf = (signed: string) => hash("sha256", signed, "base64url");

/**
 * One form for all spellings of a signed token (in quotes, percent-encoded, spare bits of the signature's base64), so
 * that forgetting it forgets them all.
 */
function canonical(cookie: string): string {
  const sent = cookie.slice(cookie.indexOf("=") + 1);
  const value = decoded(sent.startsWith('"') ? sent.slice(1, -1) : sent);
  const dot = value.lastIndexOf(".");
  const signature = Buffer.from(value.slice(dot + 1), "base64").toString("base64");
  return `${value.slice(0, dot)}.${signature}`;
}

/** A cookie's value, or as it was sent if that is malformed. */
export function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
