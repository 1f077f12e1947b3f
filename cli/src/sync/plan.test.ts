import { expect, test } from "vitest";
import type { Fields } from "./entry";
import { mocks } from "./mocks";
import { knownOf, planOf } from "./plan";

const fieldsOf = (name: string) => ({ method: "GET", endpoint: "/a", name });
const key = "GET /a";
const here = (name: string) => ({ key, fields: fieldsOf(name), file: "a.json" });
const there = (name: string) => ({ key, fields: fieldsOf(name), name: "a", id: "1", etag: "" });

test.each<[string, string | undefined, string | undefined, string | undefined, string]>([
  ["the same on both sides", "1", "1", undefined, "same"],
  ["changed here", "2", "1", "1", "update"],
  ["changed there", "1", "2", "1", "behind"],
  ["changed on both sides", "2", "3", "1", "conflict"],
  ["different, and never pulled", "2", "1", undefined, "conflict"],
  ["new here", "1", undefined, undefined, "create"],
  ["deleted there", "1", undefined, "1", "behind"],
  ["changed here, deleted there", "2", undefined, "1", "conflict"],
  ["new there", undefined, "1", undefined, "behind"],
  ["deleted here", undefined, "1", "1", "remove"],
  ["deleted here, changed there", undefined, "2", "1", "conflict"],
])("%s", (_, local, remote, known, kind) => {
  const [step] = planOf({
    kind: mocks,
    local: local === undefined ? [] : [here(local)],
    remote: remote === undefined ? [] : [there(remote)],
    known: new Map(known === undefined ? [] : [[key, knownOf(there(known), here(known))]]),
  });
  expect(step?.kind).toBe(kind);
});

test.each<[string, Fields, Fields, string]>([
  ["the same in the fields of the file", { name: "1" }, { name: "1", tags: ["b"] }, "same"],
  ["changed there", { name: "1" }, { name: "2" }, "behind"],
  ["changed here", { name: "2" }, { name: "1" }, "update"],
  ["changed here, and there in other fields", { name: "2" }, { name: "1", tags: ["b"] }, "update"],
  ["changed on both sides", { name: "2" }, { name: "3" }, "conflict"],
])("a file that leaves fields out: %s", (_, local, row, kind) => {
  const short = { method: "GET", endpoint: "/a" };
  const common = { ...short, name: "1" };
  const [step] = planOf({
    kind: mocks,
    local: [{ key, fields: { ...short, ...local }, file: "a.json" }],
    remote: [{ ...there("1"), fields: { ...short, tags: ["a"], ...row } }],
    known: new Map([[key, knownOf({ key, fields: { ...common, tags: ["a"] } }, { key, fields: common })]]),
  });
  expect(step?.kind).toBe(kind);
});
