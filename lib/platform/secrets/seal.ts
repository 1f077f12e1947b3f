import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { authSecret, authSecrets } from "./auth-secret";

const version = "v1";
const ivBytes = 12;
const tagBytes = 16;

/** A sealed secret cannot be opened: it was made with another key or for another row, or it is damaged. */
export class SealError extends Error {
  override readonly name = "SealError";
}

/**
 * Encrypts a secret for storage: AES-256-GCM with a key derived from the installation's secret.
 * @param row what the secret belongs to, such as `release_settings/<project id>`; it cannot be opened for anything
 * else
 * @returns `v1.<key id>.<iv, ciphertext and tag>`
 */
export function seal(secret: string, row: string, keyText = authSecret()): string {
  const key = keyOf(keyText);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${idOf(key)}.${sealed.toString("base64url")}`;
}

/**
 * Opens what was sealed with any of the installation's secrets.
 * @throws {SealError}
 */
export function unseal(sealed: string, row: string, keyTexts: readonly string[] = authSecrets()): string {
  const [format, keyId, text = ""] = sealed.split(".");
  if (format !== version) throw new SealError("The secret was sealed in a way that is not known here.");
  const key = keyTexts.map(keyOf).find((each) => idOf(each) === keyId);
  if (!key) throw new SealError("The secret was sealed with another AUTH_SECRET.");
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(row));
  try {
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const opened = [decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()];
    return Buffer.concat(opened).toString("utf8");
  } catch (cause) {
    throw new SealError("The sealed secret is damaged or belongs elsewhere.", { cause });
  }
}

/** Whether it was sealed with a secret before the current one. */
export const isSealedBefore = (sealed: string, keyText = authSecret()): boolean =>
  sealed.split(".")[1] !== idOf(keyOf(keyText));

/** Names a secret without telling it, as every sealed text does. */
export const fingerprintOf = (keyText: string): string => idOf(keyOf(keyText));

const keyOf = (text: string) => Buffer.from(hkdfSync("sha256", text, "", "fieldkit secrets at rest", 32));
const idOf = (key: Buffer) => createHash("sha256").update(key).digest("hex").slice(0, 8);
