import { expect, test } from "vitest";
import { rarely } from "./rarely";

test("a repeated condition is written once a period, with the number held back", () => {
  let now = 0;
  const seldom = rarely(1000, () => now);
  const written: number[] = [];
  const occur = () => seldom((heldBack) => written.push(heldBack));
  occur();
  occur();
  now = 999;
  occur();
  expect(written).toEqual([0]);
  now = 1000;
  occur();
  now = 2000;
  occur();
  expect(written).toEqual([0, 2, 0]);
});
