import { describe, expect, test } from "vitest";
import { formatJson } from "./code-format";

describe("JSON is formatted, and Liquid in it stays as it is", () => {
  test.each([
    ['{"a":[1,{}]}', '{\n  "a": [\n    1,\n    {}\n  ]\n}'],
    ['{"id":{{ request.params.id }}}', '{\n  "id": {{ request.params.id }}\n}'],
    ['["{{ "a" | fake }} \\" {{b}}"]', '[\n  "{{ "a" | fake }} \\" {{b}}"\n]'],
    ['{"{{ key }}":{% if a %}', undefined],
    ["[{% for a in b %}{{ a }},{% endfor %}0]", undefined],
    ["[1,]", undefined],
    ["\ue000", undefined],
  ])("%s", (text, expected) => {
    const formatted = formatJson(text, { isTemplate: true });
    if (expected) expect(formatted).toEqual({ text: expected });
    else expect(formatted).toHaveProperty("problem");
  });
});

test("what is no template is not looked at as one", () => {
  expect(formatJson('["{{a}}"]', { isTemplate: false })).toEqual({ text: '[\n  "{{a}}"\n]' });
  expect(formatJson("[{{a}}]", { isTemplate: false })).toHaveProperty("problem");
});
