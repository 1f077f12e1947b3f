import { describe, expect, it } from "vitest";
import { type Frame, joined, RecentFrames } from "./recent-frames";
import { pieceBytes } from "./text-message";

const frame = (sequence: number, bytes = 10): Frame => ({ sequence, bytes: Buffer.alloc(bytes, sequence) });

describe("joined", () => {
  it.each([
    ["nothing", [], undefined],
    ["one", [10], [1, 10]],
    ["what fits a piece", [pieceBytes - 10, 10], [2, pieceBytes]],
    ["no more than fits", [pieceBytes - 10, 11], [1, pieceBytes - 10]],
    ["the first, however large", [5 * pieceBytes, 1], [1, 5 * pieceBytes]],
  ])("%s", (_, sizes, expected) => {
    const one = joined(sizes.map((bytes, at) => frame(1 + at, bytes)));
    expect(one && [one.sequence, one.bytes.byteLength]).toEqual(expected);
  });

  it("holds the frames one behind the other", () => {
    expect(joined([frame(1, 2), frame(2, 1)])?.bytes).toEqual(Buffer.from([1, 1, 2]));
  });
});

describe("what follows a sequence", () => {
  it.each([
    [[1, 2, 3], 0, 3],
    [[1, 2, 3], 2, 3],
    [[3, 1, 2], 0, 3],
    [[1, 2, 4], 0, 2],
    [[1, 2, 4], 2, undefined],
    [[1, 2, 4], 4, undefined],
  ])("of %j after %i ends at %s", (sequences, after, last) => {
    const recent = new RecentFrames(1000);
    for (const sequence of sequences) recent.add(frame(sequence));
    expect(recent.following(after)?.sequence).toBe(last);
  });

  it("is made once for all who ask, and anew when there is more or less of it", () => {
    const recent = new RecentFrames(1000);
    for (const sequence of [1, 2]) recent.add(frame(sequence));
    const first = recent.following(0);
    expect(recent.following(0)).toBe(first);
    recent.add(frame(3));
    expect(recent.following(0)?.sequence).toBe(3);
    recent.dropThrough(1);
    expect(recent.following(0)).toBeUndefined();
  });
});
