import type { Actor } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import type { Access } from "@/lib/operations/operation";
import { actorOfKey, keyOf } from "./known-keys";
import { requireOwnOrigin } from "./origin";
import { sessionOf } from "./session";

/**
 * Finds out who calls, and refuses a caller who cannot call any operation with this access. A request with an API key
 * is judged by that key alone, even if it has a cookie.
 * @throws {AppError} `unauthorized`, and `forbidden` for a cookie that a foreign page made the browser send.
 */
export async function authenticate(
  access: Access,
  { headers, method }: { headers: Headers; method: string },
): Promise<Actor> {
  if (access === "public") return { kind: "anonymous" };
  const key = keyOf(headers);
  if (key !== undefined) {
    const actor = access === "session" ? undefined : await actorOfKey(key);
    if (!actor) throw new AppError("unauthorized", badKey[access]);
    return actor;
  }
  if (access === "key") throw new AppError("unauthorized", "Missing API key");
  const signed = await sessionOf(headers);
  if (!signed) throw new AppError("unauthorized", "Unauthorized");
  if (method !== "GET" && method !== "HEAD") requireOwnOrigin(headers);
  return { kind: "user", ...signed };
}

const badKey: Record<Exclude<Access, "public">, string> = {
  session: "Unauthorized",
  project: "Invalid or expired API key",
  key: "Invalid or revoked API key",
};
