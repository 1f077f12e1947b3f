import { describe, expect, test } from "vitest";
import { offersAt, paramNames } from "./template-offers";

const known = { params: ["id", "file-name"], text: "{% assign total = 1 %}{% for item in list %}" };
const labels = (before: string) => offersAt(before, known)?.words.map(({ label }) => label);

describe("what is offered is what may stand there", () => {
  test.each<[before: string, word: string, offered: string]>([
    ["{{ req", "req", "request"],
    ["{{ ", "", "now"],
    ["a {{- total | plus: cou", "cou", "counter"],
    ["{% if it", "it", "item"],
    ["{{ request.", "", "query"],
    ["{{ request.params.i", "i", "id"],
    ["{{ request.headers.", "", "content-type"],
    ["{{ request.headers['x-", "x-", "x-request-id"],
    ["{{ forloop.", "", "index"],
    ["{{ repeat.", "", "last"],
    ["{{ a | up", "up", "upcase"],
    ["{{ 'a' | ", "", "fake"],
    ["{{ 'person.", "person.", "person.fullName"],
    ['{% assign a = "int', "int", "internet.email"],
    ["{% re", "re", "repeat"],
    ["{%- ", "", "for"],
    ["{{ a }} {% fo", "fo", "for"],
  ])("%s", (before, word, offered) => {
    expect(offersAt(before, known)?.word).toBe(word);
    expect(labels(before)).toContain(offered);
  });

  test.each(["", "request.", "{{ a }} re", "{% if a == 'x", "{{ a | date: '%Y", "{ {"])(
    "nothing: %s",
    (before) => {
      expect(labels(before) ?? []).toEqual([]);
    },
  );

  test("a body has no fields that anybody knows", () => expect(labels("{{ request.json.")).toEqual([]));
});

test("templates of inboxes know the capture, those of mocks do not", () => {
  const ofInbox = { ...known, isOfInbox: true };
  const offered = (before: string, of: typeof known) => offersAt(before, of)?.words.map(({ label }) => label);
  expect(offered("{{ cap", ofInbox)).toContain("capture");
  expect(offered("{{ capture.", ofInbox)).toEqual(["id", "sequence"]);
  expect(offered("{{ cap", known)).not.toContain("capture");
  expect(offered("{{ capture.", known)).toEqual([]);
});

test.each([
  ["/users/:id/:file-name", ["id", "file-name"]],
  ["/users/{id}/report.:ext", ["id", "ext"]],
  ["/a/:rest*", ["rest"]],
  ["~^/v(?P<version>[0-9]+)/(?<name>.*)$", ["version", "name"]],
  ["/plain/*", []],
])("parameters of %s", (endpoint, names) => expect(paramNames(endpoint)).toEqual(names));
