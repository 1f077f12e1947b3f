import { createHash, timingSafeEqual } from "node:crypto";

/** Whether an `Authorization` header carries this token. How long it takes tells nothing of the token, its length included. */
export function hasBearer(authorization: string | null | undefined, token: string): boolean {
  const [, given = ""] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string) => createHash("sha256").update(text).digest();
