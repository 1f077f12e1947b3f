import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 30;
const checksumLength = 6;
const pattern = new RegExp(`^fk_([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`);

/** A new API key: `fk_`, 30 random characters and their checksum, which exposes a typo without a look-up. */
export function newKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `fk_${random}${checksumOf(random)}`;
}

/** Whether a text can be a key at all. */
export function isKey(text: string): boolean {
  const [, random = "", checksum] = pattern.exec(text) ?? [];
  return checksum !== undefined && checksumOf(random) === checksum;
}

/** The stored form of a key: its SHA-256 in hex. */
export const keyHash = (key: string) => hash("sha256", key);

/** The part of a key that lists show. */
export const keyPrefix = (key: string) => key.slice(0, 10);

/** CRC-32 in base 62, six characters. */
export function checksumOf(random: string): string {
  let text = "";
  for (let rest = crc32(random); text.length < checksumLength; rest = Math.floor(rest / alphabet.length)) {
    text = alphabet[rest % alphabet.length] + text;
  }
  return text;
}
