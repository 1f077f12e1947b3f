import { describe, expect, test } from "vitest";
import { render } from "../fixtures/render";

describe("a tag", () => {
  test.each([
    ["assign", "{% assign a = 'x' | upcase %}{{ a }}", "X"],
    [
      "break and continue",
      "{% for i in (1..5) %}{% if i == 2 %}{% continue %}{% endif %}{% if i == 4 %}{% break %}{% endif %}{{ i }}{% endfor %}",
      "13",
    ],
    ["capture", "{% capture a %}{{ 1 }}2{% endcapture %}{{ a }}{{ a }}", "1212"],
    [
      "case",
      "{% case request.method %}{% when 'GET', 'HEAD' %}read{% when 'POST' %}write{% else %}?{% endcase %}",
      "write",
    ],
    ["comment", "a{% comment %}{{ b }}{% nothing %}{% endcomment %}c", "ac"],
    ["cycle", "{% for i in (1..3) %}{% cycle 'a', 'b' %}{% endfor %}", "aba"],
    ["decrement", "{% decrement a %}{% decrement a %}", "-1-2"],
    ["echo", "{% echo 'a' | upcase %}", "A"],
    ["for", "{% for i in (1..4) reversed limit: 2 offset: 1 %}{{ i }}{% endfor %}", "32"],
    [
      "for",
      "{% for i in request.json.items %}{{ forloop.index }}:{{ i.n }}{% unless forloop.last %},{% endunless %}{% endfor %}",
      "1:1,2:2,3:3",
    ],
    ["for", "{% for i in nothing %}a{% else %}b{% endfor %}", "b"],
    ["for", "{% for i in (3..1) %}a{% else %}b{% endfor %}{% for i in ('x'..'y') %}a{% endfor %}", "b"],
    ["for", "{% assign n = 3 %}{% for i in (1..n) %}{{ i }}{% endfor %}{{ (2..4) | join: '-' }}", "1232-3-4"],
    [
      "if",
      "{% if request.query.tag contains 'red' and counter > 10 %}a{% elsif true %}b{% else %}c{% endif %}",
      "a",
    ],
    [
      "if",
      "{% if request.json.name == 'Ada' and request.json.nothing == nil %}a{% endif %}{% if not false %}b{% endif %}",
      "ab",
    ],
    [
      "if",
      "{% if request.query.missing == blank %}a{% endif %}{% if request.query contains 'x' %}b{% endif %}",
      "a",
    ],
    ["increment", "{% increment a %}{% increment a %}", "01"],
    ["liquid", "{% liquid\n  assign a = 1\n  if a == 1\n    echo 'one'\n  endif\n%}", "one"],
    ["raw", "{% raw %}{{ a }}{% if %}{% endraw %}", "{{ a }}{% if %}"],
    [
      "tablerow",
      "{% tablerow i in (1..2) cols: 2 %}{{ i }}{% endtablerow %}",
      '<tr class="row1"><td class="col1">1</td><td class="col2">2</td></tr>',
    ],
    ["unless", "{% unless false %}a{% endunless %}", "a"],
    ["#", "a{% # a note\n  # goes on %}b", "ab"],
    ["whitespace control", "a {%- if true -%} b {%- endif -%} c {{- 'd' -}} e", "abcde"],
  ])("%s: %s", (_, template, text) => {
    expect(render(template)).toBe(text);
  });
});

describe("repeat", () => {
  test.each([
    ["{% repeat 3 %}x{% endrepeat %}", "xxx"],
    ["{% repeat 3 separator: ',' %}{{ repeat.index }}{% endrepeat %}", "1,2,3"],
    [
      "[{% repeat 2, separator: ', ' %}{ \"n\": {{ repeat.index0 }} }{% endrepeat %}]",
      '[{ "n": 0 }, { "n": 1 }]',
    ],
    [
      "{% repeat 2 %}{{ repeat.first }}{{ repeat.last }}{{ repeat.length }}{% endrepeat %}",
      "truefalse2falsetrue2",
    ],
    ["{% repeat request.query.page %}x{% endrepeat %}", "xx"],
    ["{% repeat request.json.items.size separator: '-' %}x{% endrepeat %}", "x-x-x"],
    ["{% repeat request.query.missing | default: 2 %}x{% endrepeat %}", "xx"],
    ["{% repeat request.query.missing | default: 2, separator: ',' %}x{% endrepeat %}", "x,x"],
    ["{% repeat 2, 2 %}x{% endrepeat %}{% repeat 3 3 separator: counter %}y{% endrepeat %}", "xxy12y12y"],
    [
      "{% repeat 0 %}x{% endrepeat %}{% repeat -1 %}x{% endrepeat %}{% repeat nothing %}x{% endrepeat %}{% repeat 'many' %}x{% endrepeat %}",
      "",
    ],
    ["{% repeat 2.9 %}x{% endrepeat %}", "xx"],
    [
      "{% repeat 2 %}{% assign outer = repeat.index %}{% repeat 2 %}{{ outer }}{{ repeat.index }} {% endrepeat %}{{ repeat.index }};{% endrepeat %}",
      "11 12 1;21 22 2;",
    ],
    [
      "{% repeat 5 separator: ',' %}{% if repeat.index == 3 %}{% break %}{% endif %}{{ repeat.index }}{% endrepeat %}",
      "1,2,",
    ],
    [
      "{% repeat 3 %}{% if repeat.index == 2 %}{% continue %}{% endif %}{{ repeat.index }}{% endrepeat %}!",
      "13!",
    ],
    ["{% for i in (1..2) %}{% repeat 2 %}{% break %}{% endrepeat %}{{ i }}{% endfor %}", "12"],
    ["{% repeat 1 %}{% endrepeat %}{{ repeat.index }}", ""],
  ])("%s", (template, text) => {
    expect(render(template)).toBe(text);
  });

  test("takes a random number between two, in any order", () => {
    const lengths = new Set(
      Array.from({ length: 200 }, () => render("{% repeat 4, 2 %}x{% endrepeat %}").length),
    );
    expect([...lengths].sort()).toEqual([2, 3, 4]);
  });

  test("makes JSON of a list, whatever its length", () => {
    const template =
      '[{% repeat 0, 3, separator: "," %}{"id": {{ repeat.index }}, "name": {{ "person.fullName" | fake | json }}}{% endrepeat %}]';
    for (let round = 0; round < 20; round += 1) expect(JSON.parse(render(template)).length).toBeLessThan(4);
  });

  test("is bounded", () => {
    expect(render("{% repeat 1000 %}x{% endrepeat %}")).toHaveLength(1000);
    expect(render("{% assign n = 1001 %}{% repeat n %}x{% endrepeat %}")).toContain(
      "`repeat` makes at most 1000 rounds.",
    );
    expect(render("{% repeat 1, counter %}{% endrepeat %}", { counter: 1e9 })).toContain(
      "at most 1000 rounds",
    );
  });
});

describe("a mistake that shows only while rendering says where it is", () => {
  test.each([
    ["a\n b {{ (1..200000) | size }}", "Line 2, column 7: A range has at most 100000 numbers."],
    [
      "{% assign n = 200000 %}\n{% for i in (1..n) %}{% endfor %}",
      "Line 2, column 13: A range has at most 100000 numbers.",
    ],
    [
      "{% assign n = 9007199254740993 %}{% for i in (9007199254740991..n) %}{% endfor %}",
      "A range has at most 100000 numbers.",
    ],
    [
      "{% assign n = 1 | divided_by: 0 %}{% for i in (1..n) %}{% endfor %}",
      "A range has at most 100000 numbers.",
    ],
    [
      "{% if true %}\n{% capture x %}{{ uuid | append: 1 | fake }}{% endcapture %}{% endif %}",
      "Line 2, column 38: There is no fake value",
    ],
  ])("%j", (template, problem) => {
    expect(render(template)).toContain(problem);
  });
});
