import { expect, it } from "vitest";
import { isUnseen, newestOf } from "./unseen";

const releases = ["2026-03-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"].map((publishedAt) => ({
  publishedAt,
}));
const unseen = (shown: string | null) => releases.filter((release) => isUnseen(release, shown)).length;

it.each([
  ["nothing", null, 2],
  ["a time without releases", newestOf([]), 2],
  ["the older one", "2026-02-01T00:00:00.000Z", 1],
  ["both", newestOf(releases), 0],
])("what a browser that has shown %s has not seen", (_, shown, count) => {
  expect(unseen(shown)).toBe(count);
});
