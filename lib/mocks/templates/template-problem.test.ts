import { describe, expect, test } from "vitest";
import { templateLimits } from "./template-limits";
import { templateProblem } from "./template-problem";

describe("a template without a mistake", () => {
  test.each([
    "",
    "Just a text, with { braces } and %.",
    '{"id": {{ request.params.id | json }}, "name": "{{ \'person.fullName\' | fake }}"}',
    "{% if a and b or c contains 'x' %}1{% elsif d %}2{% else %}3{% endif %}{% unless e %}4{% endunless %}",
    "{% for i in (1..3) reversed limit: 2 %}{{ forloop.index }}{% else %}none{% endfor %}",
    "{% case a %}{% when 1, 2 or 3 %}x{% else %}y{% endcase %}",
    "{% assign a = b | split: ',' %}{% capture c %}{{ a }}{% endcapture %}{% cycle 'odd', 'even' %}",
    "{% raw %}{{ as it is }}{% endraw %}{% comment %}{% if %}{% endcomment %}{% # a note\n# goes on %}",
    "{% liquid\n assign a = 1\n echo a\n if a\n echo 'yes'\n endif\n%}",
    "{% repeat 3 %}{% endrepeat %}{% repeat 1, 3, separator: ',' %}{% endrepeat %}{% seed request.params.id %}",
    "{% tablerow i in (1..3) cols: 2 %}{{ i }}{% endtablerow %}{% increment n %}{% decrement n %}",
    "{{- name | fake -}} {{ a['b'].c[d] | default: 'x', allow_false: true }}",
  ])("has no problem: %s", (template) => {
    expect(templateProblem(template)).toBeUndefined();
  });
});

describe("a mistake is found where it is, and said in plain words", () => {
  const longest = templateLimits.lengthMax;
  test.each<[template: string, line: number, column: number, message: string]>([
    ["Hello {{ name", 1, 7, "`{{` is not closed: `}}` is missing."],
    ["Hello\n  {% if a", 2, 3, "`{%` is not closed: `%}` is missing."],
    ["{{ }}", 1, 4, "A value is missing."],
    ["{{ a | }} {{ | upcase }}", 1, 14, "A value is missing."],
    ["{{ a upcase }}", 1, 6, "`upcase` does not belong here."],
    ["{% if a == %}{% endif %}", 1, 9, "A value is missing at `==`."],
    ["{% if a or b c %}{% endif %}", 1, 14, "`c` does not belong here."],
    ["{% if not %}{% endif %}", 1, 7, "A value is missing at `not`."],
    ["a\nb {{ a | upcas }}", 2, 10, "There is no filter `upcas`. Did you mean `upcase`?"],
    ["{{ a | xyzzyxyzzy }}", 1, 8, "There is no filter `xyzzyxyzzy`."],
    ["{% assign a = b | where_exp: 'x', 'y' %}", 1, 19, "There is no filter `where_exp`."],
    [
      "{{ 'person.fulName' | fake }}",
      1,
      4,
      "There is no fake value `person.fulName`. Did you mean `person.fullName`",
    ],
    ["{{ 'helpers.fake' | fake: 'x' }}", 1, 4, "There is no fake value `helpers.fake`."],
    ["{{ 'constructor.constructor' | fake }}", 1, 4, "There is no fake value `constructor.constructor`."],
    ["{% foo %}", 1, 1, "There is no tag `foo`."],
    ["{% %}", 1, 4, "A tag begins with its name, as in `{% if … %}`."],
    ["x {% include 'a' %}", 1, 3, "There is no tag `include`: a template can't use other files."],
    ["{% render 'a' %}", 1, 1, "There is no tag `render`: a template can't use other files."],
    ["{% layout 'a' %}", 1, 1, "There is no tag `layout`: a template can't use other files."],
    ["{% block a %}{% endblock %}", 1, 1, "There is no tag `block`: a template can't use other files."],
    ["{% endif %}", 1, 1, "`{% endif %}` does not belong here."],
    ["{% if a %}\n{% endfor %}", 2, 1, "`{% endfor %}` does not belong here."],
    ["\n\n {% if a %} {{ a }}", 3, 2, "`{% if a %}` is not closed: `{% endif %}` is missing."],
    ["{% for a in b %}", 1, 1, "`{% for a in b %}` is not closed: `{% endfor %}` is missing."],
    ["{% comment %}", 1, 1, "`{% comment %}` is not closed: `{% endcomment %}` is missing."],
    ["{% raw %}{{", 1, 10, "`{% raw %}` is not closed: `{% endraw %}` is missing."],
    ["{% repeat 2 %}", 1, 1, "`{% repeat %}` is not closed: `{% endrepeat %}` is missing."],
    ["{% repeat %}{% endrepeat %}", 1, 1, "`repeat` needs a number, as in `{% repeat 3 %}`."],
    [
      "{% repeat 2 with: 3 %}{% endrepeat %}",
      1,
      1,
      '`repeat` is written `{% repeat 1, 5, separator: "," %}`.',
    ],
    ["{% repeat 2 3 4 %}{% endrepeat %}", 1, 1, '`repeat` is written `{% repeat 1, 5, separator: "," %}`.'],
    ["{% repeat 1001 %}{% endrepeat %}", 1, 11, "`repeat` makes at most 1000 rounds."],
    ["{% for a of b %}{% endfor %}", 1, 1, "A loop is written `{% for item in list %}`."],
    ["{% if a %}{% else %}{% else %}{% endif %}", 1, 1, "There can be only one `{% else %}`."],
    ["{% if a %}{% else %}{% elsif b %}{% endif %}", 1, 1, "`{% elsif %}` can't come after `{% else %}`."],
    ["{% if a %}{% endif b %}", 1, 1, "`b` does not belong here."],
    ["{% assign = 1 %}", 1, 11, "This is written `{% assign name = value %}`."],
    ["{% assign a 1 %}", 1, 13, "This is written `{% assign name = value %}`."],
    ["{% capture %}{% endcapture %}", 1, 11, "This is written `{% capture name %}`."],
    ["{% cycle %}", 1, 9, "`{% cycle %}` needs values."],
    ["{{ (1..) }}", 1, 8, "A value is missing."],
    ["{{ (1) }}", 1, 6, "A range is written `(1..5)`."],
    ["{{ a[1 }}", 1, 7, "`[` is not closed: `]` is missing."],
    ["{{ a | slice 1 }}", 1, 14, "`:` is missing between a filter and its arguments."],
    ["{{ a: 1 }}", 1, 6, "`|` is missing in front of a filter."],
    ["{% # a\nb %}", 1, 1, "Every line of a note begins with `#`."],
    ["{% liquid\n assign a = 1\n foo\n%}", 3, 2, "There is no tag `foo`."],
    ["{% liquid liquid echo a %}", 1, 11, "`liquid` can't stand in `liquid`."],
    [`${"{% if a %}".repeat(51)}`, 1, 501, "Blocks and brackets can be nested in 50 levels."],
    [`{{ a${"[a".repeat(60)} }}`, 1, 104, "Blocks and brackets can be nested in 50 levels."],
    ["x".repeat(longest + 1), 1, 1, "A template has at most 256 KiB."],
    [`\n${"{{ abcdef }}".repeat(3000)}`, 2, 24577, "All `{{ }}` and `{% %}` together have at most 24 KiB."],
  ])("%j", (template, line, column, message) => {
    const problem = templateProblem(template);
    expect(problem).toMatchObject({ line, column });
    expect(problem?.message).toContain(message);
  });

  test("without paths, names of our code or long quotations", () => {
    const templates = [
      "{% if a %}",
      `{% for ${"x".repeat(5000)} %}`,
      `{{ a | ${"x".repeat(5000)} }}`,
      "{{ a[",
      `{% ${"y".repeat(9000)} %}`,
    ];
    for (const template of templates) {
      const { message = "" } = templateProblem(template) ?? {};
      expect(message.length).toBeGreaterThan(10);
      expect(message.length).toBeLessThan(300);
      expect(message).not.toMatch(/node_modules|\.ts|\.js|at \w|undefined|Error|line:/);
    }
  });
});
