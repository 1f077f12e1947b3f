import type { KeyActor } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";

/** Whether a request comes from no page, or from one that may use the key. */
export function isOriginOfKey({ key: { origins } }: KeyActor, headers: Pick<Headers, "get">): boolean {
  if (origins === null) return true;
  const origin = headers.get("origin");
  return origin === null || origins.includes(origin);
}

/** @throws {AppError} `forbidden` */
export function requireOriginOfKey(actor: KeyActor, headers: Pick<Headers, "get">): void {
  if (isOriginOfKey(actor, headers)) return;
  throw new AppError(
    "forbidden",
    "This API key is for pages of other origins. Add yours to the key's origins.",
  );
}
