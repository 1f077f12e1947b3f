import { describe, expect, test } from "vitest";
import { render } from "./fixtures/render";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

describe("a template sees", () => {
  test.each([
    ["{{ request.method }} {{ request.path }} {{ request.ip }}", "POST /users/7 192.0.2.1"],
    ["{{ request.params.id }}", "7"],
    ["{{ request.query.page }} {{ request.query.missing }}.", "2 ."],
    ["{{ request.query.tag.first }} {{ request.query.tag[1] }} {{ request.query.tag | size }}", "red blue 2"],
    ["{{ request.headers.user-agent }} {{ request.headers['accept'] }}", "curl/8 application/json"],
    ["{{ request.cookies.session }} {{ request.form.field }}", "s1 value"],
    ["{{ request.body | size }}", "108"],
    ["{{ request.json.name }} {{ request.json.address.city }} {{ request.json.items[1].n }}", "Ada Paris 2"],
    ["{{ request.json.address }}", '{"city":"Paris"}'],
    ["{{ request.json.items | map: 'kind' }}", "aba"],
    ["{% for field in request.headers %}{{ field[0] }};{% endfor %}", "user-agent;accept;"],
    ["{{ now }}", "2026-11-24T13:05:09.007Z"],
    ["{{ now | date: '%Y-%m-%d %H:%M' }}", "2026-11-24 13:05"],
    ["{{ 'now' | date: '%s' }} {{ 'today' | date: '%F' }}", "1795525509 2026-11-24"],
    ["{{ counter }} {{ counter | plus: 1 }}", "12 13"],
  ])("%s as %s", (template, text) => {
    expect(render(template)).toBe(text);
  });

  test.each([
    ["no JSON", { body: "name=Ada" }, "null"],
    ["nothing", { body: "" }, "null"],
    ["a list", { body: "[1, null, [true]]" }, "[1,null,[true]]"],
    ["JSON that was read before", { body: "{}", json: { a: 1 } }, '{"a":1}'],
    ["no JSON by its type", { body: "1", json: null }, "null"],
  ])("a body that is %s", (_, data, text) => {
    expect(render("{{ request.json | json }}", { data })).toBe(text);
  });

  test("a new uuid each time, and the same one where it is kept", () => {
    expect(render("{{ uuid }}")).toMatch(new RegExp(`^${uuid}$`));
    const [first, second, ...kept] = render(
      "{{ uuid }} {{ uuid }} {% assign id = uuid %}{{ id }} {{ id }}",
    ).split(" ");
    expect(first).not.toBe(second);
    expect(new Set(kept).size).toBe(1);
    expect([first, second]).not.toContain(kept[0]);
  });

  test("the same values when it changes one of a name, in other texts of the answer too", () => {
    expect(render("{% increment counter %}{% increment counter %}{{ counter }}")).toBe("012");
    expect(render("{% assign request = 1 %}{{ request }}")).toBe("1");
    expect(render("{{ counter }}{{ request.method }}")).toBe("12POST");
  });
});

describe("a template does not see", () => {
  const names = [
    "constructor",
    "__proto__",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "__defineGetter__",
    "__lookupGetter__",
    "toJSON",
    "then",
    "next",
  ];
  const holders = [
    "request",
    "request.json",
    "request.json.items",
    "request.json.items[0]",
    "request.headers",
    "request.query.tag",
    "request.body",
    "request.method",
    "now",
    "uuid",
    "counter",
    "nil",
    "empty",
    "blank",
    "true",
    "(1..3)",
  ];

  test.each(holders)("what %s inherits", (holder) => {
    const asked = names.flatMap((name) => [
      `{{ ${holder}.${name} }}`,
      `{{ ${holder}['${name}'] }}`,
      `{{ ${holder}.${name}.name }}`,
      `{% assign name = '${name}' %}{{ ${holder}[name] }}`,
    ]);
    expect(render(asked.join(""))).toBe("");
  });

  test.each(["forloop", "tablerowloop", "repeat"])("what %s inherits", (loop) => {
    const asked = names.map((name) => `{{ ${loop}.${name} }}{{ ${loop}['${name}'] }}`).join("");
    const blocks = {
      forloop: ["{% for i in (1..2) %}", "{% endfor %}"],
      tablerowloop: ["{% tablerow i in (1..2) %}", "{% endtablerow %}"],
      repeat: ["{% repeat 2 %}", "{% endrepeat %}"],
    }[loop] ?? [""];
    expect(render(blocks.join(asked)).replace(/<[^>]+>/g, "")).toBe("");
    expect(
      render(blocks.join(`{{ ${loop}.liquidMethodMissing }}{{ ${loop}.i }}`)).replace(/<[^>]+>/g, ""),
    ).toBe("");
  });

  test.each(names)("%s by a name of its own, or by a filter", (name) => {
    expect(render(`{{ ${name} }}{{ ${name}.${name} }}`)).toBe("");
    expect(render(`{{ request.json.items | map: '${name}' | compact | size }}`)).toBe("0");
    expect(render(`{{ request.json.items | where: '${name}' | size }}`)).toBe("0");
    expect(render(`{{ request.json.items | sum: '${name}' }}`)).toBe("0");
    expect(render(`{{ request.json.items | group_by: '${name}' | size }}`)).toBe("1");
    expect(render(`{{ request.json.items | sort: '${name}' | size }}`)).toBe("3");
  });

  test.each([
    "process",
    "globalThis",
    "global",
    "require",
    "env",
    "module",
    "Buffer",
    "liquid",
    "context",
    "this",
  ])("%s", (name) => expect(render(`{{ ${name} }}{{ ${name}.env }}{{ request.${name} }}`)).toBe(""));

  test("more of an object than its own fields, whatever a client names them", () => {
    const body =
      '{"__proto__":{"admin":true},"constructor":1,"toString":"text","then":2,"toLiquid":3,"valueOf":4}';
    expect(render("{{ request.json.admin }}", { data: { body } })).toBe("");
    expect(render("{{ request.json | json }}{{ request.json }}", { data: { body } })).toBe(body + body);
    expect(render("{{ request.json.toString }}{{ request.json.constructor }}", { data: { body } })).toBe(
      "text1",
    );
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("any file", () => {
    for (const tag of ["include", "render", "layout", "block"]) {
      expect(render(`{% ${tag} 'package.json' %}`)).toContain(`There is no tag \`${tag}\``);
    }
  });
});
