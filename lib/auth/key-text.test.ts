import { describe, expect, test } from "vitest";
import { checksumOf, isKey, keyHash, keyPrefix, newKey } from "./key-text";

describe("the text of an API key", () => {
  test("ends with the CRC-32 of its random part in base 62", () => {
    expect(checksumOf("A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5")).toBe("0Zb5Hm");
  });

  test("is accepted as made, 1,000 times, and never made twice", () => {
    const keys = new Set(Array.from({ length: 1000 }, newKey));
    expect(keys.size).toBe(1000);
    for (const key of keys) {
      expect(key).toMatch(/^fk_[0-9A-Za-z]{36}$/);
      expect(isKey(key)).toBe(true);
    }
  });

  test("with any one character changed is refused", () => {
    const key = newKey();
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === "x" ? "y" : "x";
      expect(isKey(key.slice(0, at) + other + key.slice(at + 1)), `position ${at}`).toBe(false);
    }
  });

  test.each(["", "fk_", "fk_x", ` ${newKey()}`, `${newKey()}\n`, `${newKey()}x`, newKey().toUpperCase()])(
    "%j is refused",
    (text) => {
      expect(isKey(text)).toBe(false);
    },
  );

  test("is stored as SHA-256 and shown by its first ten characters", () => {
    expect(keyHash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(keyPrefix("fk_1234567890")).toBe("fk_1234567");
  });
});
