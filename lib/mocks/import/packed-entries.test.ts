import { expect, test } from "vitest";
import type { CheckedEntry } from "./convert-program";
import { packedEntries, unpackedEntries } from "./packed-entries";

test.each([0, 1, 100, 101, 250])("%i entries come back as they were, a hundred in a step", (count) => {
  const entries = Array.from({ length: count }, (_, at): CheckedEntry => {
    return { source: `é ${at}`, notes: ["\ud83d", ""], skipped: true };
  });
  const unpacking = unpackedEntries(structuredClone(packedEntries(entries)));
  let steps = 0;
  let step = unpacking.next();
  for (; !step.done; step = unpacking.next()) steps += 1;
  expect(step.value).toEqual(entries);
  expect(steps).toBe(Math.ceil(count / 100));
});
