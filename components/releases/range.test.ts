import { describe, expect, it } from "vitest";
import { lastRange, presetRange } from "./range";
import type { Release } from "./release-types";

const now = new Date("2026-03-10T15:00:00.000Z");
const release = (fields: Partial<Release>) =>
  ({
    status: "draft",
    revision: 1,
    title: "x",
    createdAt: "2026-03-01T10:00:00.000Z",
    ...fields,
  }) as Release;

describe("the range of a preset", () => {
  it("since the last release begins right after it", () => {
    const last = release({ toDate: "2026-02-28T23:59:59.999Z" });
    expect(presetRange("since", last, now)).toEqual({
      fromDate: "2026-03-01T00:00:00.000Z",
      toDate: now.toISOString(),
    });
  });

  it("misses nothing that was committed after the last one was made on its last day", () => {
    const last = release({ toDate: "2026-03-01T23:59:59.999Z" });
    expect(presetRange("since", last, now)?.fromDate).toBe("2026-03-01T10:00:00.001Z");
  });

  it("reaches back by days, or is left to whoever chooses", () => {
    expect(presetRange("week", undefined, now)?.fromDate).toBe("2026-03-03T15:00:00.000Z");
    expect(presetRange("month", undefined, now)?.fromDate).toBe("2026-02-08T15:00:00.000Z");
    expect(presetRange("custom", undefined, now)).toBeUndefined();
    expect(presetRange("since", undefined, now)).toBeUndefined();
  });
});

it("the last release is the one whose range ends last, of those that have notes", () => {
  const first = release({ toDate: "2026-01-31T23:59:59.999Z" });
  const last = release({ toDate: "2026-02-28T23:59:59.999Z" });
  const failed = release({ toDate: "2026-03-05T00:00:00.000Z", revision: 0 });
  const busy = release({ toDate: "2026-03-06T00:00:00.000Z", status: "processing" });
  expect(lastRange([busy, failed, last, first])).toBe(last);
  expect(lastRange([failed])).toBeUndefined();
});
