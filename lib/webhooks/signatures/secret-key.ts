import { createSecretKey, type KeyObject } from "node:crypto";
import { hasBase64Secret, withoutPrefix } from "./base64-keys";
import type { SchemeName } from "./contract";

/** The key that a secret is, as senders of the scheme write it. */
export const keyOfSecret = (scheme: SchemeName, secret: string): KeyObject =>
  createSecretKey(
    hasBase64Secret(scheme) ? Buffer.from(withoutPrefix(secret), "base64") : Buffer.from(secret, "utf8"),
  );
