import { describe, expect, test } from "vitest";
import { kept, lightCapture, listedBodyBytes, mergeCaptures } from "./capture-list";
import { capture } from "./sample-capture";

const sequences = (list: readonly { sequence: number }[]) => list.map(({ sequence }) => sequence);

describe("mergeCaptures", () => {
  test("keeps newest first and every sequence once, whatever the order of arrival", () => {
    const list = [capture(4), capture(2)];
    const merged = mergeCaptures(list, [capture(1), capture(3), capture(3), capture(4)]);
    expect(sequences(merged)).toEqual([4, 3, 2, 1]);
    expect(merged[0]).toBe(list[0]);
  });

  test("is the same list when nothing is new, so that nothing renders", () => {
    const list = [capture(2), capture(1)];
    expect(mergeCaptures(list, [capture(1)])).toBe(list);
    expect(mergeCaptures(list, [])).toBe(list);
  });

  test("keeps the newest 50", () => {
    const all = Array.from({ length: 70 }, (_, index) => capture(index + 1));
    const merged = mergeCaptures([], all);
    expect(merged).toHaveLength(kept);
    expect(sequences(merged).at(0)).toBe(70);
    expect(sequences(merged).at(-1)).toBe(21);
  });
});

test("what was refused pushes out nothing but what was refused", () => {
  const signature = { verdict: "wrong" as const, detail: "Why.", refused: true };
  const refused = Array.from({ length: 30 }, (_, index) => capture(101 + index, { signature }));
  const merged = mergeCaptures([capture(2), capture(1)], refused);
  expect(sequences(merged).slice(-3)).toEqual([121, 2, 1]);
  expect(merged).toHaveLength(12);
});

describe("lightCapture", () => {
  test("a short body stays as it is", () => {
    const short = capture(1, { body: "x".repeat(listedBodyBytes) });
    expect(lightCapture(short)).toBe(short);
  });

  test("a long one is cut and says so, and its size stays", () => {
    const light = lightCapture(capture(1, { body: "x".repeat(1024 * 1024) }));
    expect(light).toMatchObject({
      body: "x".repeat(listedBodyBytes),
      bodyTruncated: true,
      size: 1024 * 1024,
    });
  });

  test("a character is never cut in two", () => {
    const { body } = lightCapture(capture(1, { body: `${"x".repeat(listedBodyBytes - 1)}😀` }));
    expect(body).toBe("x".repeat(listedBodyBytes - 1));
  });

  test("base64 stays readable", () => {
    const body = btoa("\u00ff".repeat(9000));
    const light = lightCapture(capture(1, { body, bodyEncoding: "base64", size: 9000 }));
    expect(atob(light.body)).toMatch(/^\u00ff{4096,4100}$/);
  });
});
