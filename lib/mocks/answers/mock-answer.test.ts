import { expect, test } from "vitest";
import { renderedAnswer } from "./mock-answer";

test.each([
  ["sid=1; Domain=mock.localhost", "sid=1"],
  ["sid=1;\tDOMAIN = a.test ; Path=/; Secure", "sid=1; Path=/; Secure"],
  ["sid=1; domain; HttpOnly", "sid=1; HttpOnly"],
  ["domain=1; Path=/", "domain=1; Path=/"],
])("a cookie that a template has become stays on the project's host: %j", (rendered, sent) => {
  const mentions = { body: false, counter: false };
  const headers = { "set-Cookie": ["", ""], "X-A": "" };
  const template = { statusCode: 200, texts: [], headers, mentions };
  const { withoutOrigin } = renderedAnswer(template, ["{}", "a=1", rendered, "x; Domain=kept"]);
  const cookies = withoutOrigin.filter((_, at) => withoutOrigin[at - 1] === "set-Cookie");
  expect(cookies).toEqual(["a=1", sent]);
  expect(withoutOrigin).toContain("x; Domain=kept");
});
