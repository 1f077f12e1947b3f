import { validate, version } from "uuid";
import { expect, test } from "vitest";
import { captureId } from "./capture-id";

test("is a version 7 UUID that begins with its time", () => {
  const id = captureId(Date.parse("2022-02-22T19:22:22Z"));
  expect([validate(id), version(id)]).toEqual([true, 7]);
  // The example of RFC 9562, appendix A.6.
  expect(id.slice(0, 15)).toBe("017f22e2-79b0-7");
});

test("is another one every time, and later ones come after earlier ones", () => {
  expect(new Set(Array.from({ length: 1000 }, () => captureId(1))).size).toBe(1000);
  const ids = [1, 255, 256, 2 ** 40].map((now) => captureId(now));
  expect(ids).toEqual([...ids].sort());
});
