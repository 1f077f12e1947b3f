import { expect, test } from "vitest";
import type { Fields } from "./entry";
import { isAffected } from "./protected-environments";
import type { RemoteFlag } from "./remote-flag";

const local = (fields: Fields) => ({ key: "x", file: "x.json", fields });
const remote = (fields: Fields, environments: Record<string, Fields> = {}): RemoteFlag => ({
  ...{ key: "x", name: "x", fields },
  rows: new Map(
    Object.entries(environments).map(([name, each]) => [name, { id: "1", etag: "", fields: each }]),
  ),
});
const global = (enabled: boolean) => local({ kind: "global", environments: { live: { enabled } } });
const shops = { kind: "group", key: "shops", prefix: "shop" };

test.each<[string, Parameters<typeof isAffected>[1], boolean]>([
  ["a new flag in it", { local: global(true) }, true],
  ["a changed flag in it", { local: global(true), remote: remote({}, { live: { enabled: false } }) }, true],
  [
    "an unchanged flag in it",
    { local: global(true), remote: remote({}, { live: { enabled: true } }) },
    false,
  ],
  ["a flag in another", { local: local({ kind: "global", environments: { staging: {} } }) }, false],
  ["a deleted flag in it", { remote: remote({ kind: "global" }, { live: {} }) }, true],
  ["a flag of a group", { local: local({ kind: "flag" }) }, true],
  ["a new group", { local: local(shops) }, false],
  ["a group with another prefix", { local: local({ ...shops, prefix: "s2" }), remote: remote(shops) }, true],
])("decides whether an environment is affected by %s", (_, sides, expected) => {
  expect(isAffected("live", sides)).toBe(expected);
});
