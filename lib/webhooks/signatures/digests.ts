import { createHash, createHmac, type Hash, type Hmac, type KeyObject } from "node:crypto";
import { turns } from "@/lib/platform/process/turns";
import type { Digest, Text } from "./claim";

/** So much is digested in one go, which takes a millisecond or two. */
const goBytes = 1024 * 1024;

export const hmacOf = (algorithm: Digest, key: KeyObject, text: Text) =>
  digestOf(createHmac(algorithm, key), text);
export const sha256Of = (body: Buffer) => digestOf(createHash("sha256"), [body]);

/** Without a promise for all but the largest bodies, between whose parts others have a turn. */
function digestOf(state: Hash | Hmac, text: Text): Buffer | Promise<Buffer> {
  const parts = text.map((part) => (typeof part === "string" ? Buffer.from(part, "utf8") : part));
  if (parts.reduce((sum, { byteLength }) => sum + byteLength, 0) > 2 * goBytes) {
    return turns().run(inSteps(state, parts));
  }
  for (const part of parts) state.update(part);
  return state.digest();
}

function* inSteps(state: Hash | Hmac, parts: readonly Buffer[]): Generator<void, Buffer> {
  for (const part of parts) {
    for (let at = 0; at < part.byteLength; at += goBytes) {
      state.update(part.subarray(at, at + goBytes));
      yield;
    }
  }
  return state.digest();
}
