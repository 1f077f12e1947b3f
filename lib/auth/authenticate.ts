import { AppError } from "@/lib/http/errors";
import type { Access } from "@/lib/http/operation";
import type { Actor } from "./actor";
import { requireOwnOrigin } from "./origin";
import { sessionUser } from "./session";

/**
 * Finds out who calls and refuses who can't call an operation of this access at all. A request that
 * carries an API key is judged by that key alone, also when it has a cookie.
 * @throws {AppError} `unauthorized`, and `forbidden` for a cookie that a foreign page made the browser send.
 */
export async function authenticate(access: Access, request: Request): Promise<Actor> {
  if (access === "public") return { kind: "anonymous" };
  const { headers } = request;
  if (carriesKey(headers)) {
    throw new AppError("unauthorized", access === "session" ? "Unauthorized" : "Invalid or expired API key");
  }
  const user = await sessionUser(headers);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  if (request.method !== "GET" && request.method !== "HEAD") requireOwnOrigin(headers);
  return { kind: "user", user };
}

function carriesKey(headers: Headers): boolean {
  return headers.has("x-api-key") || /^bearer(\s|$)/i.test(headers.get("authorization") ?? "");
}
