import { expect, test } from "vitest";
import { compareVersions, type Version, versionOf } from "./versions";

test("versions are in the order of the specification", () => {
  // https://semver.org/#spec-item-11, and numbers that a float can't tell apart.
  const ordered = [
    ...["0.9", "1.0.0-0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2"],
    ...["1.0.0-beta.11", "1.0.0-rc.1", "1", "v1.0.1", "1.2.0", "1.10", "2.0.0-90071992547409921"],
    ...["2.0.0-90071992547409922", "2+build", "3.0.0"],
  ].map((text) => versionOf(text) as Version);
  for (const [at, version] of ordered.entries()) {
    for (const [other, than] of ordered.entries()) {
      expect(Math.sign(compareVersions(version, than)), `${at} ${other}`).toBe(Math.sign(at - other));
    }
  }
});

test("what is no version is none", () => {
  const none = [
    "",
    "v",
    "1.",
    "1.2.3.4",
    "1.2.3-",
    "1.2.3-a..b",
    "a.b.c",
    "1 ",
    "-1",
    "1.2.x",
    `${"1".repeat(16)}`,
    null,
    {},
  ];
  expect(none.map(versionOf)).toEqual(none.map(() => undefined));
});
