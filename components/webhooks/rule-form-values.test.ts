import { expect, test } from "vitest";
import { createForwardingRule, type ForwardingRule } from "@/lib/webhooks/forwarding/contract";
import { bodyOfRule, fieldOfIssue, fieldsOfRule, newRule } from "./rule-form-values";

const rule = {
  name: "Staging",
  url: "https://staging.example.com/hook",
  filter: {
    methods: ["POST", "PUT"],
    path: "/a/*",
    headers: [
      { name: "X-Event", match: "equals", value: "a: b" },
      { name: "X-Tag", match: "contains", value: "c" },
    ],
    validOnly: true,
    bodyContains: "order",
  },
  headers: [
    { name: "Authorization", valueTail: "9f3c" },
    { name: "X-Short", valueTail: "" },
    { name: "X-Drop", valueTail: null },
  ],
  keepPath: false,
  retries: true,
} as ForwardingRule;

test("a stored rule is sent as it was, without the values that nobody is shown", () => {
  expect(bodyOfRule(fieldsOfRule(rule))).toEqual({
    ...{ name: rule.name, url: rule.url, keepPath: false, retries: true, filter: rule.filter },
    headers: [{ name: "Authorization" }, { name: "X-Short" }, { name: "X-Drop", value: null }],
  });
});

test("a value that is typed is sent", () =>
  expect(bodyOfRule({ ...newRule, headers: "Authorization: Bearer a:b\n\n" }).headers).toEqual([
    { name: "Authorization", value: "Bearer a:b" },
  ]));

test("an empty form asks for nothing, which the contract takes", () => {
  const body = bodyOfRule({ ...newRule, name: "A", url: "https://example.com" });
  expect(createForwardingRule.body.parse(body).filter).toEqual({
    ...{ methods: [], path: null, headers: [], validOnly: false, bodyContains: null },
  });
});

test.each([
  ["url", "url"],
  ["filter.path", "path"],
  ["filter.headers.0.name", "headerTests"],
  ["headers.0.value", "headers"],
  ["other", undefined],
])("a problem of %s is shown at %s", (path, field) => expect(fieldOfIssue(path)).toBe(field));
