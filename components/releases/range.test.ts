import { describe, expect, it } from "vitest";
import { lastRange, presetRange, releaseRange } from "./range";
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

const hash = "4f1c2d9e8b7a6c5d4e3f2a1b0c9d8e7f6a5b4c3d";
it.each([
  ["its days", null, "1 Jan – 31 Jan 2026"],
  ["its tags", [{ from: null, to: "v1.1", resolved: { from: "v1.0", to: "v1.1" } }], "v1.0 to v1.1"],
  [
    "what was asked for, while it is written",
    [{ from: null, to: "v1.1", resolved: null }],
    "the last tag to v1.1",
  ],
  ["the beginning of a hash", [{ from: hash, to: null, resolved: null }], "4f1c2d9 to the newest commit"],
  ["its days where there are several repositories", [{}, {}], "1 Jan – 31 Jan 2026"],
])("a release's range is told by %s", (_, ranges, text) => {
  const days = { fromDate: "2026-01-01T00:00:00.000Z", toDate: "2026-01-31T23:59:59.999Z" };
  expect(releaseRange(release({ ranges: ranges as Release["ranges"], ...days }))).toBe(text);
});
