import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { updateFlag } from "@/lib/flags/contract";
import { updateGroupFlag } from "@/lib/groups/flag-changes/contract";
import type { Issue } from "@/lib/operations/operation";
import type { Fields, Kind } from "./entry";
import { flagRuleIssues } from "./flag-rules";
import { flags } from "./flags";
import { mocks } from "./mocks";

function read(kind: Pick<Kind, "fromFile">, content: Fields) {
  const issues: Issue[] = [];
  const entry = kind.fromFile(content, issues);
  return { entry, problems: issues.map(({ path, message }) => `${path} ${message}`) };
}

const mock = { name: "A", endpoint: "/a" };
const flag = { kind: "flag", group: "shops", key: "beta" };
const globalFlag = (fields: Fields) => ({ kind: "global", key: "beta", environments: { live: fields } });

test.each<[string, Pick<Kind, "fromFile">, Fields, string[]]>([
  [
    "a body that is no text",
    mocks,
    { ...mock, responseBody: { a: 1 } },
    ["responseBody must be a string.*responseBodyJson"],
  ],
  ["an unknown field", mocks, { ...mock, statuscode: 200 }, ["statuscode isn't a known field.*statusCode"]],
  [
    "an unknown field of a response",
    mocks,
    { ...mock, responses: [{ bodi: "" }] },
    ["responses.0.bodi isn't a known field.*body"],
  ],
  ["a response that is none", mocks, { ...mock, responses: ["x"] }, ["responses.0 must be an object"]],
  [
    "a body of a response that is no text",
    mocks,
    { ...mock, responses: [{ body: 1 }] },
    ["responses.0.body must be a string"],
  ],
  [
    "an unknown field of a callback",
    mocks,
    { ...mock, callbacks: [{ url: "https://a.example", headerz: {} }] },
    ["headerz"],
  ],
  [
    "two bodies",
    mocks,
    { ...mock, responseBody: "", responseBodyJson: 1 },
    ["use one of responseBody and responseBodyJson"],
  ],
  [
    "lines that are no texts",
    mocks,
    { ...mock, responseBodyLines: [1] },
    ["responseBodyLines must be an array"],
  ],
  [
    "a wrong type",
    mocks,
    { ...mock, statusCode: "200", enabled: 1 },
    ["statusCode must be", "enabled must be"],
  ],
  ["a mock without an endpoint", mocks, { name: "A" }, ["endpoint is missing"]],
  ["a file without a kind", flags, { key: "beta" }, ["kind must be global, group or flag"]],
  ["a flag without a key or a group", flags, { kind: "flag" }, ["key is missing", "group is missing"]],
  [
    "all problems of a flag without its kind and group",
    flags,
    { key: "beta", type: "number", onValue: "1", rules: {}, colour: "" },
    [
      "kind must be global, group or flag. .*the kind flag",
      "group is missing",
      "colour isn't",
      "rules must be",
      "onValue must be a number",
    ],
  ],
  [
    "all problems of a global flag without its kind",
    flags,
    { environments: { live: { enabled: 1, type: "number", onValue: "1" } } },
    ["kind must be", "key is missing", "live.enabled must be", "live.onValue must be a number"],
  ],
  [
    "all problems of a group without its kind",
    flags,
    { key: "shops", prefix: "!", color: "red" },
    ["kind must be", "prefix must be", "color must be"],
  ],
  ["a key that is no text once", flags, { kind: "group", key: 1 }, ["key must be a string"]],
  [
    "an unknown field of a flag",
    flags,
    globalFlag({ enable: true }),
    ["environments.live.enable isn't a known field.*enabled"],
  ],
  [
    "an unknown field beside environments",
    flags,
    { ...globalFlag({}), enabled: true },
    ["^enabled isn't a known field"],
  ],
  [
    "an environment that is no object",
    flags,
    globalFlag(true as unknown as Fields),
    ["environments.live must be an object"],
  ],
  [
    "environments that are none",
    flags,
    { kind: "global", key: "beta", environments: [] },
    ["environments must be an object"],
  ],
  ["no environments", flags, { kind: "global", key: "beta", environments: {} }, ["environments must be"]],
  [
    "values of variants beside their weights",
    flags,
    globalFlag({
      ...{ type: "string", onValue: "a", offValue: 1 },
      variants: [{ key: "a", value: 1, weight: 90 }],
    }),
    ["weights that sum to 100, not to 90", "live.offValue must be a text", "variants.0.value must be a text"],
  ],
  ["a wrong type of a flag", flags, globalFlag({ enabled: "yes" }), ["environments.live.enabled must be"]],
  [
    "an unknown field of a rule",
    flags,
    { ...flag, rules: [{ conditions: [{ attribute: "a", operator: "exists", valuez: [] }] }] },
    ["rules.0.conditions.0.valuez"],
  ],
  ["a value of another type", flags, { ...flag, type: "number", onValue: "1" }, ["onValue must be a number"]],
  [
    "a rollout that contradicts itself",
    flags,
    globalFlag({ rollout: 10, rolloutBasisPoints: 1250 }),
    ["contradicts"],
  ],
  [
    "an unknown field of a group",
    flags,
    { kind: "group", key: "shops", colour: "#fff" },
    ["colour isn't a known field.*color"],
  ],
])("reports %s", (_, kind, content, expected) => {
  const { problems } = read(kind, content);
  expect(problems).toEqual(expected.map((each) => expect.stringMatching(each)));
});

test.each<[string, Pick<Kind, "fromFile">, Fields, Fields]>([
  ["an endpoint", mocks, { ...mock, endpoint: "a/" }, { ...mock, endpoint: "/a/" }],
  ["tags", mocks, { ...mock, tags: [" x "] }, { ...mock, tags: ["x"] }],
  ["what a file leaves out", mocks, mock, mock],
  [
    "both notations of a rollout",
    flags,
    globalFlag({ rollout: 13, rolloutBasisPoints: 1250 }),
    globalFlag({ rolloutBasisPoints: 1250 }),
  ],
  [
    "ids of an export",
    flags,
    globalFlag({ id: "1", salt: "s", enabled: true }),
    globalFlag({ enabled: true }),
  ],
])("stores %s as the API does", (_, kind, content, expected) => {
  const { entry, problems } = read(kind, content);
  expect(problems).toEqual([]);
  expect(entry?.fields).toEqual(expected);
});

test("fills in what the API adds to a response and to a condition", () => {
  const { entry } = read(mocks, { ...mock, responses: [{ body: "x" }] });
  expect(entry?.fields.responses).toMatchObject([
    { body: "x", name: "", statusCode: 200, weight: 1, when: null },
  ]);
  const rules = [{ conditions: [{ segment: "testers" }] }];
  expect(read(flags, { ...flag, rules }).entry?.fields.rules).toEqual([
    {
      name: null,
      match: "all",
      percentage: 100,
      variant: null,
      conditions: [{ segment: "testers", not: false }],
    },
  ]);
});

test("the examples of the documentation are valid files", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/cli.md"), "utf8");
  const examples = [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, json = ""]) => JSON.parse(json));
  expect(examples.map((each) => each.kind)).toEqual(["global", "group", "flag", undefined]);
  for (const each of examples) expect(read(each.kind ? flags : mocks, each).problems).toEqual([]);
  const [global, , flag] = examples;
  expect(flagRuleIssues(updateFlag.body, global.environments.production, undefined)).toEqual([]);
  expect(flagRuleIssues(updateGroupFlag.body, flag, undefined)).toEqual([]);
});
