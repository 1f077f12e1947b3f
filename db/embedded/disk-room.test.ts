import { expect, it } from "vitest";
import { DiskRoom, freeBytesOf, roomLimits } from "./disk-room";

const { reserveBytes, enoughBytes } = roomLimits;

/** A room whose disk has these bytes free, one reading after the other; what it says after each. */
function saidOf(readings: readonly (number | Error)[]): boolean[] {
  let at = 0;
  const room = new DiskRoom({
    freeBytes: () => {
      const reading = readings[at] ?? 0;
      if (reading instanceof Error) throw reading;
      return reading;
    },
    now: () => at * 1000,
    limits: roomLimits,
  });
  return readings.map((_, index) => {
    at = index;
    return room.isFull();
  });
}

const noAnswer = new Error("ENOENT");

it.each([
  ["a large disk is not full", [1e12], [false]],
  ["one with just the reserve is not", [reserveBytes], [false]],
  ["one with less is", [reserveBytes - 1], [true]],
  [
    "it stays full until there is enough",
    [0, reserveBytes, enoughBytes - 1, enoughBytes],
    [true, true, true, false],
  ],
  ["from then on the reserve counts again", [0, enoughBytes, reserveBytes, 0], [true, false, false, true]],
  ["one that cannot be asked is what it was", [1e12, noAnswer, 0, noAnswer], [false, false, true, true]],
])("%s", (_, readings, expected) => expect(saidOf(readings)).toEqual(expected));

it("is asked once for what happens at once", () => {
  let asked = 0;
  let now = 0;
  const room = new DiskRoom({
    freeBytes: () => {
      asked += 1;
      return 1e12;
    },
    now: () => now,
    limits: roomLimits,
  });
  for (now = 0; now < 1000; now += 1) room.isFull();
  expect(asked).toBe(20);
});

it("reads what the system says", () => {
  expect(freeBytesOf(process.cwd())).toBeGreaterThan(0);
});
