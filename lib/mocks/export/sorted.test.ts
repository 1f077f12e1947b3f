import { expect, test } from "vitest";
import { sorted } from "./sorted";

test.each([0, 1, 63, 64, 65, 1000, 5000])("sorts %d as others do, in many steps", (count) => {
  const items = Array.from({ length: count }, (_, at) => `/${(at * 7919) % 5003}`);
  const steps = sorted(items, (a, b) => a < b);
  let turns = 0;
  let done = steps.next();
  for (; !done.done; done = steps.next()) turns += 1;
  expect(done.value).toEqual(items.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(turns).toBeGreaterThanOrEqual(Math.floor(count / 64));
});
