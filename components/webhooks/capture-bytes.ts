import type { CapturedRequest } from "@/lib/webhooks/contract";

/** The bytes of a body that is not truncated. */
export function bytesOf({ body, bodyEncoding }: Pick<CapturedRequest, "body" | "bodyEncoding">): Uint8Array {
  if (bodyEncoding === "utf8") return new TextEncoder().encode(body);
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
}
