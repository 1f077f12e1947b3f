import { describe, expect, it, test } from "vitest";
import { parseTemplate } from "../templates/engine/template-engine";
import { fakerRandomness } from "../templates/fake/faker-randomness";
import { renderTexts } from "../templates/render-texts";
import { templateProblem } from "../templates/template-problem";
import { literally, toLiquid } from "./handlebars";

const data = {
  method: "POST",
  path: "/users/7/items",
  params: { id: "7", kind: "b" },
  query: { page: "2", tag: ["x", "y"], none: "" },
  headers: { host: "api.example.test:8080", "x-tenant": "acme" },
  cookies: { session: "s1" },
  body: JSON.stringify({
    name: "Ada",
    age: 36,
    admin: false,
    tags: ["a", "b"],
    address: { city: "London" },
    items: [{ sku: "p1" }, { sku: "p2" }],
    prices: { small: 1, large: 2 },
  }),
  form: {},
  ip: "192.0.2.1",
};

function render(template: string, parameters?: Record<string, unknown>): string {
  const { text, templated, problems } = toLiquid(template, parameters);
  expect(problems).toEqual([]);
  if (!templated) return text;
  expect(templateProblem(text)).toBeUndefined();
  const input = {
    templates: [text],
    data,
    seed: null,
    now: Date.parse("2026-03-04T05:06:07.089Z"),
    counter: 0,
  };
  const made = renderTexts(input, fakerRandomness, parseTemplate);
  return "texts" in made ? (made.texts[0] ?? "") : made.problem;
}

describe("what is printed", () => {
  test.each<[string, string]>([
    // Texts.
    ["no markup", "no markup"],
    ["{% raw %} is a text{{! not seen }}", "{% raw %} is a text"],
    ["{{!-- a }} in a comment --}}x", "x"],
    ["a {{~ method ~}} b", "aPOSTb"],
    ["\\{{method}} {{method}}", "{{method}} POST"],
    ["{% if %} {{method}} }}", "{% if %} POST }}"],
    ['{"a":{{{method}}}}', '{"a":POST}'],
    ['{"a":{"b":{{body "age"}}}}', '{"a":{"b":36}}'],
    ["{{{{raw}}}}{{method}}{{{{/raw}}}} {{method}}", "{{method}} POST"],
    // Of a request, as Mockoon has it.
    ["{{body 'name'}} {{body 'address.city'}} {{body 'items.1.sku'}}", "Ada London p2"],
    ["{{body '$.items[0].sku'}} {{body 'missing' 'none'}}", "p1 none"],
    ['{"tags": {{body "tags"}}, "name": "{{body "name"}}"}', '{"tags": ["a","b"], "name": "Ada"}'],
    ['{"limit": {{queryParam "limit" "5"}}, "x": {{body "limit" "5"}}}', '{"limit": 5, "x": 5}'],
    ["{{queryParam 'page'}} {{urlParam 'id'}} {{header 'X-Tenant'}} {{cookie 'session'}}", "2 7 acme s1"],
    [
      "{{method}} {{ip}} {{hostname}} {{baseUrl}}",
      "POST 192.0.2.1 api.example.test http://api.example.test:8080/api/mock",
    ],
    ["{{bodyRaw 'admin' true}}", "false"],
    // Of a request, as WireMock has it.
    ["{{request.path}} {{request.path.[1]}} {{request.pathSegments.[2]}}", "/users/7/items 7 items"],
    ["{{request.query.page}} {{request.query.tag.[1]}} {{request.query.tag.[0]}}", "2 y x"],
    [
      "{{request.headers.X-Tenant}} {{request.headers.[x-tenant]}} {{request.cookies.session}}",
      "acme acme s1",
    ],
    ["{{request.method}} {{request.requestLine.method}} {{request.clientIp}}", "POST POST 192.0.2.1"],
    ["{{jsonPath request.body '$.address.city'}} {{jsonPath request.body '$.no' default='-'}}", "London -"],
    ['{"a": {{jsonPath request.body "$.items"}} }', '{"a": [{"sku":"p1"},{"sku":"p2"}] }'],
    ["{{#each (jsonPath request.body '$.items') as |item|}}{{item.sku}};{{/each}}", "p1;p2;"],
    ["{{#parseJson 'it'}}{\"a\": [1, 2]}{{/parseJson}}{{it.a.[1]}}", "2"],
    ["{{parseJson request.body 'it'}}{{it.name}}", "Ada"],
    // Blocks.
    ["{{#if (eq (body 'age') 36)}}yes{{else}}no{{/if}}", "yes"],
    ["{{#if (body 'admin')}}a{{else if (body 'tags')}}b{{else}}c{{/if}}", "b"],
    ["{{#if (queryParam 'none')}}a{{else}}b{{/if}}{{#unless (body 'missing')}}c{{/unless}}", "bc"],
    ["{{#if (or (eq 1 2) (and (gt 3 2) (not (lt 3 2))))}}yes{{/if}}", "yes"],
    ["{{#if (and (eq 1 1) (or (eq 1 2) (eq 2 3)))}}yes{{else}}no{{/if}}", "no"],
    ["{{#each (body 'items')}}{{@index}}{{this.sku}}{{#unless @last}},{{/unless}}{{/each}}", "0p1,1p2"],
    ["{{#each (body 'tags')}}{{this}}{{../x}}{{/each}}", "ab"],
    ["{{#each (body 'prices')}}{{@key}}={{this}};{{/each}}", "small=1;large=2;"],
    ["{{#each (array)}}x{{else}}none{{/each}}", "none"],
    ["{{#with (body 'address')}}{{this.city}}{{zip}}{{/with}}", "London"],
    ["[{{#repeat 3}}{{@index}}{{/repeat}}]", "[0,1,2]"],
    ["{{#repeat 2 comma=false}}{{#repeat 2}}x{{/repeat}};{{/repeat}}", "x,x;x,x;"],
    ["{{#repeat (queryParam 'page' '3')}}x{{/repeat}}", "x,x"],
    [
      "{{#switch (urlParam 'kind')}} {{#case 'a'}}A{{/case}} {{#case 'b'}}B{{/case}} {{#default}}C{{/default}}{{/switch}}",
      "B",
    ],
    ["{{# switch 'z'}}{{# case 'a'}}A{{/ case}}{{# default}}C{{/ default}}{{/ switch}}", "C"],
    ["{{#eq 1 1}}same{{else}}different{{/eq}}", "same"],
    // Values.
    [
      "{{add 1 2 3}} {{subtract 5 2}} {{multiply 2 3}} {{divide 6 4}} {{modulo 7 4}} {{ceil 1.2}}",
      "6 3 6 1.5 3 2",
    ],
    ["{{math 7 '*' 6}} {{toFixed 1.239 2}} {{add (parseInt (queryParam 'page')) 1}}", "42 1.24 3"],
    [
      "{{concat 'a' 'b' (urlParam 'id')}} {{uppercase 'x'}} {{lower 'Y'}} {{capitalize 'abc'}}",
      "ab7 X y Abc",
    ],
    ["{{join (array 'a' 'b') '-'}} {{join 'a' 'b' '+'}} {{len (array 1 2 3)}}", "a-b a+b 3"],
    ["{{substr 'abcdef' 2 3}} {{substring 'abcdef' 2 3}} {{lookup (body 'tags') 1}}", "cde c b"],
    ["{{base64 'abc'}} {{base64 'YWJj' decode=true}} {{urlEncode 'a b'}}", "YWJj abc a+b"],
    ["{{setVar 'n' (add 1 1)}}{{getVar 'n'}} {{@n}} {{@root.n}}", "2 2 2"],
    ["{{#assign 'n'}}v{{/assign}}{{n}} {{val (body 'name') assign='who'}}{{who}}", "v Ada"],
    ["{{#each (split 'a,b' ',')}}[{{this}}]{{/each}}", "[a][b]"],
    ["{{stringify (object a=1)}}", '{\n  "a": 1\n}'],
    ["{{oneOf (array 'a')}}{{oneOf (array '' '')}}{{pickRandom 'b'}}", "ab"],
    ["it's {{concat 'it\\'s' \"\\\"q\\\"\"}}", "it's it's\"q\""],
    // Dates.
    [
      "{{now 'yyyy-MM-dd'}} {{now format='HH:mm:ss.SSS'}} {{now \"yyyy-MM-dd'T'HH:mmXXX\"}}",
      "2026-03-04 05:06:07.089 2026-03-04T05:06+00:00",
    ],
    [
      "{{now offset='3 days' format='yyyy-MM-dd'}} {{now offset='-1 months' format='dd/MM/yy'}}",
      "2026-03-07 04/02/26",
    ],
    ["{{now format='unix'}} {{now format='epoch'}}", "1772600767 1772600767089"],
    ["{{dateTimeShift date='2026-01-31' months=1 format='yyyy-MM-dd'}}", "2026-02-28"],
    ["{{dateFormat '2026-01-31' 'd MMM yyyy'}}", "31 Jan 2026"],
  ])("%s", (template, expected) => expect(render(template)).toBe(expected));

  it("has fixed parameters", () => {
    expect(render("{{parameters.a}} {{parameters.b.c}} {{parameters.no}}", { a: 1, b: { c: "x" } })).toBe(
      "1 x ",
    );
  });
});

describe("what is random", () => {
  test.each<[string, RegExp]>([
    ["{{faker 'number.int' min=3 max=4}}", /^[34]$/],
    ["{{faker 'number.int' 5}}", /^[0-5]$/],
    ["{{faker 'random.number' max=9}}{{faker 'datatype.number' min=1 max=1}}", /^\d1$/],
    ["{{faker 'date.recent' 365}}", /^202\d-.*Z$/],
    [
      "{{faker 'name.firstName'}}|{{faker 'address.city'}}|{{faker 'company.companyName'}}",
      /^[^|]+\|[^|]+\|[^|]+$/,
    ],
    ["{{faker 'random.uuid'}}", /^[0-9a-f-]{36}$/],
    ["{{faker 'phone.phoneNumber' '+49 ### ##'}}", /^\+49 \d{3} \d{2}$/],
    ["{{faker 'commerce.price' 1 2 2 '$'}}", /^\$[12]\.\d\d$/],
    ["{{faker 'helpers.arrayElement' (array 'x' 'y')}}", /^[xy]$/],
    ["{{faker 'location.stateAbbr'}}", /^[A-Z]{2}$/],
    ["{{int 1 3}} {{int 5 5}} {{boolean}}", /^[123] 5 (?:true|false)$/],
    ["{{float 1 2}}", /^[12](?:\.\d+)?$/],
    ["{{oneOf (array 'a' 'b' 3)}}", /^[ab3]$/],
    ["{{someOf (array 'a' 'b' 'c') 2 3}}", /^[abc](?:,[abc]){1,2}$/],
    ["{{someOf (array 'a' 'b') 1 1 true}}", /^\["[ab]"\]$/],
    ["{{uuid}} {{guid}} {{objectId}}", /^[0-9a-f-]{36} [0-9a-f-]{36} [0-9a-f]{24}$/],
    [
      "{{title}}|{{firstName}}|{{email}}|{{lat}}|{{hexColor}}",
      /^[^|]+\|[^|]+\|[^|]+@[^|]+\|-?[\d.]+\|#[0-9a-f]{6}$/,
    ],
    [
      "{{date '2020-01-01' '2020-12-31' 'yyyy'}} {{date '2019' (now) 'yyyy-MM-dd'}}",
      /^2020 20\d\d-\d\d-\d\d$/,
    ],
    ["{{time '09:00' '10:00' 'HH'}}", /^(?:09|10)$/],
    [
      "{{randomValue length=5 type='ALPHANUMERIC'}} {{randomValue type='UUID'}}",
      /^[a-z0-9]{5} [0-9a-f-]{36}$/,
    ],
    [
      "{{randomValue length=4 type='ALPHABETIC' uppercase=true}} {{randomValue length=3 type='NUMERIC'}}",
      /^[A-Z]{4} \d{3}$/,
    ],
    ["{{randomValue length=6 type='HEXADECIMAL'}}", /^[0-9a-f]{6}$/],
    ["{{randomInt lower=2 upper=3}} {{pickRandom 'a' 'b'}}", /^[23] [ab]$/],
    ["{{random 'Name.first_name'}} {{random 'Internet.emailAddress'}}", /^\S+ \S+@\S+$/],
    ["{{#repeat 1 3}}x{{/repeat}}", /^x(?:,x){0,2}$/],
  ])("%s", (template, expected) => expect(render(template)).toMatch(expected));
});

describe("what is not taken over", () => {
  test.each<[string, string]>([
    ["{{setData 'set' 'a' 'b' 1}}", "`{{setData}}`"],
    ["{{data 'users'}}", "`{{data}}`"],
    ["{{and a=1}}", "`{{and}}`"],
    ["{{faker 'no.such'}}", "`{{faker 'no.such'}}`"],
    ["{{jsonPath request.body '$..a'}}", "the JSONPath `$..a`"],
    ["{{#custom}}x{{/custom}}", "`{{#custom}}`"],
    ["{{soapXPath request.body '/a'}}", "`{{soapXPath}}`"],
    ["{{now 'yyyyQ'}}", "the format of dates `yyyyQ`"],
    ["{{> partial}}", "partials or decorators"],
    [`${"{{#if a}}".repeat(100)}${"{{/if}}".repeat(100)}`, "blocks that are nested too deeply"],
    [`{{add ${"(add 1 ".repeat(100)}1${")".repeat(100)}}}`, "brackets that are nested too deeply"],
  ])("%#", (template, problem) => expect(toLiquid(template).problems).toEqual([problem]));

  test.each(["{{ not closed", "{{#if a}}", "{{/if}}", "{{else}}", "a {{}} b", "{{a b=}}", "{{'a}}"])(
    "%s is no template, and stays what it is",
    (text) => {
      const { templated, text: kept, problems, notes } = toLiquid(text);
      expect({ templated, kept, problems }).toEqual({ templated: false, kept: text, problems: [] });
      expect(notes).toHaveLength(1);
    },
  );

  it("says that an unknown name has no value", () => {
    expect(toLiquid("a{{workspace_id}}b")).toMatchObject({
      text: "ab",
      templated: false,
      notes: [expect.stringContaining("workspace_id")],
    });
  });
});

it("keeps a text that looks like Liquid", () => {
  const text = "{{a}} {% raw %} {% endraw %} {{{ %}";
  const made = renderTexts(
    { templates: [literally(text)], data, seed: null, now: 0, counter: 0 },
    fakerRandomness,
    parseTemplate,
  );
  expect(made).toEqual({ texts: [text] });
});

it("takes a time that grows with the length", () => {
  const length = 256 * 1024;
  const texts = [
    "{{",
    "{{!-- x --~}}",
    "{{method}} ",
    "{{#if a}}{{/if}}",
    "\\{{",
    "{{{{a}}}}",
    "{{a [",
    "{{a '",
    "{ ",
  ];
  for (const text of texts) {
    const begun = performance.now();
    toLiquid(text.repeat(length / text.length));
    expect(performance.now() - begun).toBeLessThan(5000);
  }
});
