import { expect, test } from "vitest";
import { newestFirst, versionBefore, versionTag } from "./version-tags";

test.each([
  ["v1.2.0", "v", [1, 2, 0], ""],
  ["1.2", "", [1, 2], ""],
  ["v1.2.0-rc.1", "v", [1, 2, 0], "rc.1"],
  ["v3.8.0.pre.rc1", "v", [3, 8, 0], "pre.rc1"],
  ["tokio-stream-0.1.19", "tokio-stream-", [0, 1, 19], ""],
  ["@acme/cart@3.0.0-beta.2+build.5", "@acme/cart@", [3, 0, 0], "beta.2"],
  ["release/2026.01", "release/", [2026, 1], ""],
  ["es2015-presets-v1.0.0", "es2015-presets-v", [1, 0, 0], ""],
])("%s is a version", (name, family, numbers, preRelease) => {
  expect(versionTag(name)).toEqual({ name, family, numbers, preRelease });
});

test.each(["latest", "", "nightly-build", "deadbeef1", "1.2.3.4.5", "v".repeat(200), "9".repeat(100)])(
  "%s is none",
  (name) => expect(versionTag(name)).toBeUndefined(),
);

const tags = [
  "v1.3.0",
  "v1.10.0",
  "v1.9.2",
  "v1.10.0-rc.2",
  "v1.10.0-rc.10",
  "cart-1.9.9",
  "latest",
  "v2.0.0",
];
test.each([
  ["v1.10.0", "v1.9.2"],
  ["v1.10.0-rc.10", "v1.10.0-rc.2"],
  ["v1.10.0-rc.2", "v1.9.2"],
  ["v2.0.0", "v1.10.0"],
  ["v1.3.0", undefined],
  ["cart-2.0.0", "cart-1.9.9"],
  ["latest", undefined],
])("before %s comes %s", (name, before) => expect(versionBefore(name, tags)).toBe(before));

test("the newest are first, what has most versions before the rest, and other names last", () => {
  expect(newestFirst(tags)).toEqual([
    ...["v2.0.0", "v1.10.0", "v1.10.0-rc.10", "v1.10.0-rc.2", "v1.9.2", "v1.3.0", "cart-1.9.9", "latest"],
  ]);
});
