import { expect, test } from "vitest";
import { GivenFiles } from "./given-files";

const content = new Uint8Array();
const named = (...names: string[]) => new GivenFiles(names.map((name) => ({ id: name, name, content })));

test.each<[wanted: string, given: string[], found: string | undefined]>([
  ["users.json", ["users.json"], "users.json"],
  ["v1/users.json", ["v1/users.json", "v2/users.json"], "v1/users.json"],
  ["v1/users.json", ["__files/v1/users.json"], "__files/v1/users.json"],
  ["v1/users.json", ["shop/__files/v1/users.json"], "shop/__files/v1/users.json"],
  ["v1/users.json", ["users.json"], "users.json"],
  ["./__files/users.json", ["users.json"], "users.json"],
  ["v1\\users.json", ["v1/users.json"], "v1/users.json"],
  ["users.json", ["v1/users.json", "users.json"], "users.json"],
  ["users.json", ["v1/users.json", "v2/users.json"], undefined],
  ["users.json", ["all-users.json"], undefined],
  ["all-users.json", ["users.json"], undefined],
  ["users.json", [], undefined],
  ["", ["", "a.json"], ""],
  ["../../etc/passwd", ["passwd"], "passwd"],
])("%s among %j is %s", (wanted, given, found) => {
  expect(named(...given).find(wanted)?.id).toBe(found);
});
