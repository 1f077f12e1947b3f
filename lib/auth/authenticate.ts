import type { Actor, KeyActor } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import type { Access } from "@/lib/operations/operation";
import { basicScopeOf } from "@/lib/platform/key-scopes";
import { requireOriginOfKey } from "./key-origins";
import { actorOfKey, keyOf } from "./known-keys";
import { requireOwnOrigin } from "./origin";
import { sessionOf } from "./session";

/**
 * Finds out who calls, and refuses a caller who cannot call any operation with this access. A request with an API key
 * is judged by that key alone, even if it has a cookie.
 * @param clientAddress where the caller is, for the note of a key's last use
 * @param keyInAddress the key in the address of a caller who can send no headers
 * @throws {AppError} `unauthorized`, and `forbidden` for a cookie that a foreign page made the browser send, and for a key in
 * a page that is none of its own.
 */
export async function authenticate(
  access: Access,
  { headers, method }: { headers: Headers; method: string },
  clientAddress: () => string | null = () => null,
  keyInAddress?: string,
): Promise<Actor> {
  if (access === "public") return { kind: "anonymous" };
  const inHeader = keyOf(headers);
  const key = inHeader ?? keyInAddress;
  if (key !== undefined) {
    const use = () => ({ address: clientAddress(), agent: headers.get("user-agent") });
    const actor = access === "session" ? undefined : await actorOfKey(key, use);
    if (!actor) {
      const hint = access === "session" ? forPeople : "Create a key on the project's API keys page.";
      throw new AppError("unauthorized", badKey[access], { hint });
    }
    if (inHeader === undefined) requireForPages(actor);
    requireOriginOfKey(actor, headers);
    return actor;
  }
  if (access === "key") throw new AppError("unauthorized", "Missing API key", { hint: sendKey });
  const signed = await sessionOf(headers);
  if (!signed) {
    const signIn = "POST /api/auth/sign-in with email and password sets a session cookie.";
    throw new AppError("unauthorized", "Unauthorized", { hint: access === "project" ? sendKey : signIn });
  }
  if (method !== "GET" && method !== "HEAD") requireOwnOrigin(headers);
  return { kind: "user", ...signed };
}

/**
 * Addresses are kept by browsers and by what is on the way, so that only a key that may be in a page may be in one.
 * @throws {AppError} `forbidden`
 */
function requireForPages({ key }: KeyActor): void {
  if (basicScopeOf(key.scopes) === "evaluate") return;
  throw new AppError(
    "forbidden",
    "Only a key with the scope evaluate may be in an address. Send this one as Authorization: Bearer, or make another.",
  );
}

const sendKey = "Send an API key of the project as Authorization: Bearer fk_…";
const forPeople = "This endpoint needs a signed-in user, not an API key.";

const badKey: Record<Exclude<Access, "public">, string> = {
  session: "Unauthorized",
  project: "Invalid or expired API key",
  key: "Invalid or revoked API key",
};
