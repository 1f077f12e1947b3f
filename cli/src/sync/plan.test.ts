import { expect, test } from "vitest";
import { digestOf } from "./entry";
import { mocks } from "./mocks";
import { planOf } from "./plan";

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
  ["deleted there", "1", undefined, "1", "conflict"],
  ["new there", undefined, "1", undefined, "behind"],
  ["deleted here", undefined, "1", "1", "remove"],
  ["deleted here, changed there", undefined, "2", "1", "conflict"],
])("%s", (_, local, remote, known, kind) => {
  const [step] = planOf({
    kind: mocks,
    local: local === undefined ? [] : [here(local)],
    remote: remote === undefined ? [] : [there(remote)],
    known: new Map(known === undefined ? [] : [[key, digestOf(there(known))]]),
  });
  expect(step?.kind).toBe(kind);
});
