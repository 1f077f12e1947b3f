import { expect, test } from "vitest";
import { codeLanguageOf, mistakeIn } from "./answer-code";

test.each([
  ["application/problem+json; charset=utf-8", "<a>", "json"],
  ["text/html", "{}", "html"],
  ["image/svg+xml", "", "xml"],
  ["text/csv", "{}", "text"],
  [undefined, '  {"a": 1}', "json"],
  [undefined, "{% if a %}[]{% endif %}", "json"],
  [undefined, "", "json"],
  [undefined, "<!DOCTYPE html><p>", "html"],
  [undefined, '<?xml version="1.0"?>', "xml"],
  [undefined, "Hello", "text"],
])("%s %s is written in %s", (contentType, body, language) => {
  expect(codeLanguageOf(contentType, body)).toBe(language);
});

test("a mistake has the place that the API names", () => {
  expect(mistakeIn("has a mistake in line 2, column 3: `{%` is not closed: `%}` is missing.")).toEqual({
    ...{ line: 2, column: 3 },
    message: "`{%` is not closed: `%}` is missing.",
  });
  expect(mistakeIn("must be a text")).toBeUndefined();
  expect(mistakeIn(undefined)).toBeUndefined();
});
