import { expect, test } from "vitest";
import { jsonProblemOf } from "./json-problem";
import { mockAnswerOf, renderedAnswer } from "./mock-answer";

test.each([
  ["sid=1; Domain=mock.localhost", "sid=1"],
  ["sid=1;\tDOMAIN = a.test ; Path=/; Secure", "sid=1; Path=/; Secure"],
  ["sid=1; domain; HttpOnly", "sid=1; HttpOnly"],
  ["domain=1; Path=/", "domain=1; Path=/"],
])("a cookie that a template has become stays on the project's host: %j", (rendered, sent) => {
  const mentions = { body: false, counter: false };
  const headers = { "set-Cookie": ["", ""], "X-A": "" };
  const template = { statusCode: 200, texts: [], headers, mentions, isJson: false };
  const { withoutOrigin } = renderedAnswer(template, ["{}", "a=1", rendered, "x; Domain=kept"]);
  const cookies = withoutOrigin.filter((_, at) => withoutOrigin[at - 1] === "set-Cookie");
  expect(cookies).toEqual(["a=1", sent]);
  expect(withoutOrigin).toContain("x; Domain=kept");
});

test.each([
  ["application/json", "{{ x }}", true],
  ["Application/Problem+JSON; charset=utf-8", "text", true],
  ["text/html", '{"id": {{ x }}}', false],
  ["application/json5", "{{ x }}", false],
  [undefined, ' {"id": {{ x }}}\n', true],
  [undefined, "[{% repeat 3 %}1{% endrepeat %}]", true],
  [undefined, "{{ x }}", false],
  [undefined, "{% if x %}a{% endif %}", false],
  [undefined, "[INFO] {{ x }}", false],
  [undefined, "Hello {{ x }}", false],
])("with the type %s a template of %j is meant to be JSON: %s", (type, body, expected) => {
  const headers: Record<string, string> = type === undefined ? {} : { "content-Type": type };
  const plain = { delayDistribution: null, bytesPerSecond: null, fault: null, bodyFileId: null };
  const stored = { ...plain, statusCode: 200, headers, body, delayMs: 0, templated: true };
  expect(mockAnswerOf({ ...stored, bodyEncoding: "text" }).special?.template?.isJson).toBe(expected);
});

test.each([
  ['{"id": 7}', undefined],
  ['{"id": abc}', /^The body isn't valid JSON\. .*Use the json filter/],
  ["", /isn't valid JSON/],
  [null, undefined],
  ["x".repeat(300_000), undefined],
])("the problem of %.20j is %s", (body, problem) => {
  const found = jsonProblemOf({ body });
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});
