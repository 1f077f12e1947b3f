import { describe, expect, test } from "vitest";
import { templateEngine } from "../engine/template-engine";
import { render } from "../fixtures/render";

const items = `{% assign items = request.json.items %}`;

describe("a filter", () => {
  const cases: [filter: string, template: string, text: string][] = [
    ["abs", "{{ -3 | abs }}", "3"],
    ["append", "{{ 'a' | append: 'b' }}{{ 1 | append: nil }}", "ab1"],
    ["append", "{{ request.json.address | append: '!' }}", '{"city":"Paris"}!'],
    ["array_to_sentence_string", "{{ 'a,b,c' | split: ',' | array_to_sentence_string }}", "a, b, and c"],
    ["at_least", "{{ 3 | at_least: 5 }}", "5"],
    ["at_most", "{{ 3 | at_most: 2 }}", "2"],
    ["base64_encode", "{{ 'é' | base64_encode }}", "w6k="],
    ["base64_decode", "{{ 'w6k=' | base64_decode }}", "é"],
    ["capitalize", "{{ 'aBC' | capitalize }}", "Abc"],
    ["ceil", "{{ 1.2 | ceil }}", "2"],
    ["cgi_escape", "{{ 'a b!' | cgi_escape }}", "a+b%21"],
    ["compact", "{{ items | map: 'none' | compact | size }}", "0"],
    ["concat", "{{ 'a' | split: ',' | concat: request.query.tag | join: '-' }}", "a-red-blue"],
    ["date", "{{ now | date: '%F' }}", "2026-11-24"],
    ["date_add", "{{ now | date_add: 1, 'day' | slice: 0, 10 }}", "2026-11-25"],
    ["date_to_long_string", "{{ now | date_to_long_string }}", "24 November 2026"],
    ["date_to_rfc822", "{{ now | date_to_rfc822 | slice: 0, 3 }}", "Tue"],
    ["date_to_string", "{{ now | date_to_string }}", "24 Nov 2026"],
    ["date_to_xmlschema", "{{ now | date_to_xmlschema | slice: 0, 4 }}", "2026"],
    [
      "default",
      "{{ nothing | default: 'x' }}{{ '' | default: 'y' }}{{ false | default: 'z', allow_false: true }}",
      "xyfalse",
    ],
    ["divided_by", "{{ 7 | divided_by: 2 }}", "3.5"],
    ["downcase", "{{ 'AB' | downcase }}", "ab"],
    ["escape", "{{ '<a>' | escape }}", "&lt;a&gt;"],
    ["escape_once", "{{ '&lt;<' | escape_once }}", "&lt;&lt;"],
    ["fake", "{{ 'number.int' | fake: min: 2, max: 2 }}", "2"],
    ["find", "{{ items | find: 'n', 2 | json }}{{ items | find: 'n', 9 }}", '{"n":2,"kind":"b"}'],
    ["find_index", "{{ items | find_index: 'kind', 'b' }}{{ items | find_index: 'n', 9 }}", "1"],
    ["first", "{{ items | first | map: 'n' }}", "1"],
    ["floor", "{{ 1.8 | floor }}", "1"],
    [
      "group_by",
      "{% assign g = items | group_by: 'kind' %}{{ g[0].name }}{{ g[0].items | size }}{{ g[1].name }}",
      "a2b",
    ],
    [
      "has",
      "{{ items | has: 'n', 3 }} {{ items | has: 'n', 4 }} {{ items | has: 'kind' }}",
      "true false true",
    ],
    ["hmac_sha256", "{{ 'a' | hmac_sha256: 'k' | slice: 0, 8 }}", "78da9151"],
    ["inspect", "{{ items[0] | inspect }}", '{"n":1,"kind":"a"}'],
    [
      "join",
      "{{ request.query.tag | join: ', ' }}{{ items | join }}",
      'red, blue{"n":1,"kind":"a"} {"n":2,"kind":"b"} {"n":3,"kind":"a"}',
    ],
    [
      "json",
      "{{ items[0] | json }}{{ 'a\"b' | json }}{{ nothing | json }}{{ nil | json }}{{ 1 | json }}",
      '{"n":1,"kind":"a"}"a\\"b"nullnull1',
    ],
    ["json", "{{ items[0] | json: 2 }}", '{\n  "n": 1,\n  "kind": "a"\n}'],
    ["jsonify", "{{ 'a' | jsonify }}", '"a"'],
    ["last", "{{ request.query.tag | last }}", "blue"],
    ["lstrip", "{{ ' a' | lstrip }}", "a"],
    ["map", "{{ items | map: 'n' | join: ',' }}", "1,2,3"],
    ["md5", "{{ 'abc' | md5 }}", "900150983cd24fb0d6963f7d28e17f72"],
    ["minus", "{{ 5 | minus: '2' }}", "3"],
    ["modulo", "{{ 7 | modulo: 3 }}", "1"],
    ["newline_to_br", "{{ 'a\nb' | newline_to_br }}", "a<br />\nb"],
    ["normalize_whitespace", "{{ 'a  b' | normalize_whitespace }}", "a b"],
    ["number_of_words", "{{ 'a b c' | number_of_words }}", "3"],
    [
      "one_of",
      "{{ 'a' | split: ',' | one_of }}{{ '' | one_of: 'b' }}{{ nothing | one_of: 'c', 'c' }}",
      "abc",
    ],
    ["one_of", "{{ 'd' | one_of: 'd' }}{{ '' | one_of: items | map: 'missing' | size }}", "d1"],
    [
      "parse_json",
      `{% assign v = '{"a":[1]}' | parse_json %}{{ v.a[0] }}{{ 'x{' | parse_json | default: 'none' }}`,
      "1none",
    ],
    ["plus", "{{ '1' | plus: 2 }}", "3"],
    ["pop", "{{ request.query.tag | pop | join }}", "red"],
    ["prepend", "{{ 'b' | prepend: 'a' }}", "ab"],
    ["push", "{{ request.query.tag | push: 'x' | size }}", "3"],
    [
      "random_int",
      "{{ 3 | random_int: 3 }}{{ '' | random_int: 4, 4 }}{{ '' | random_int: min: 5, max: 5 }}",
      "345",
    ],
    ["raw", "{{ '<' | raw }}", "<"],
    ["reject", "{{ items | reject: 'kind', 'a' | map: 'n' }}", "2"],
    ["remove", "{{ 'aba' | remove: 'a' }}", "b"],
    ["remove_first", "{{ 'aba' | remove_first: 'a' }}", "ba"],
    ["remove_last", "{{ 'aba' | remove_last: 'a' }}", "ab"],
    ["replace", "{{ 'aba' | replace: 'a', 'c' }}", "cbc"],
    ["replace_first", "{{ 'aba' | replace_first: 'a', 'c' }}", "cba"],
    ["replace_last", "{{ 'aba' | replace_last: 'a', 'c' }}", "abc"],
    ["reverse", "{{ request.query.tag | reverse | join: ',' }}", "blue,red"],
    ["round", "{{ 1.256 | round: 2 }}", "1.26"],
    ["rstrip", "{{ 'a ' | rstrip }}.", "a."],
    ["sample", "{{ 'a' | split: ',' | sample }}{{ request.query.tag | sample: 2 | size }}", "a2"],
    ["sha256", "{{ 'abc' | sha256 | slice: 0, 8 }}", "ba7816bf"],
    ["shift", "{{ request.query.tag | shift | join }}", "blue"],
    ["size", "{{ 'abc' | size }}{{ request.query.tag | size }}", "32"],
    ["slice", "{{ 'abcd' | slice: 1, 2 }}{{ 'abcd' | slice: -1 }}", "bcd"],
    ["slugify", "{{ 'Ä b!' | slugify: 'latin' }}", "ä-b"],
    [
      "sort",
      "{{ items | sort: 'kind' | map: 'n' | join: ',' }}{{ '3,1,2' | split: ',' | sort | join }}",
      "1,3,21 2 3",
    ],
    ["sort_natural", "{{ 'b,A,c' | split: ',' | sort_natural | join }}", "A b c"],
    ["split", "{{ 'a-b' | split: '-' | size }}", "2"],
    ["squish", "{{ ' a  b ' | squish }}", "a b"],
    ["strip", "{{ ' a ' | strip }}.", "a."],
    ["strip_html", "{{ '<b>a</b>' | strip_html }}", "a"],
    ["strip_newlines", "{{ 'a\nb' | strip_newlines }}", "ab"],
    ["sum", "{{ items | sum: 'n' }}", "6"],
    ["times", "{{ 3 | times: 4 }}", "12"],
    ["to_integer", "{{ '3' | to_integer | plus: 1 }}", "4"],
    [
      "to_number",
      "{{ '3.5' | to_number | json }}{{ 'x' | to_number | default: 7 }}{{ ' ' | to_number | json }}",
      "3.57null",
    ],
    ["truncate", "{{ 'abcdef' | truncate: 4 }}", "a..."],
    ["truncatewords", "{{ 'a b c' | truncatewords: 2 }}", "a b..."],
    ["uniq", "{{ items | map: 'kind' | uniq | join }}", "a b"],
    ["unshift", "{{ request.query.tag | unshift: 'x' | first }}", "x"],
    ["upcase", "{{ 'ab' | upcase }}", "AB"],
    ["uri_escape", "{{ 'a b' | uri_escape }}", "a%20b"],
    ["url_decode", "{{ 'a+b%21' | url_decode }}", "a b!"],
    ["url_encode", "{{ 'a b&' | url_encode }}", "a+b%26"],
    ["where", "{{ items | where: 'kind', 'a' | map: 'n' | join: ',' }}", "1,3"],
    [
      "where",
      "{{ items | where: 'kind' | size }}{{ request.json.address | where: 'city', 'Paris' | size }}",
      "31",
    ],
    ["xml_escape", "{{ '<' | xml_escape }}", "&lt;"],
  ];
  test.each(cases)("%s: %s", (_, template, text) => {
    expect(render(items + template)).toBe(text);
  });

  test("is there only if it has a case here", () => {
    expect(Object.keys(templateEngine().filters).sort()).toEqual(
      [...new Set(cases.map(([name]) => name))].sort(),
    );
  });
});

describe("a value that a filter can't be used with is a problem, and says where", () => {
  test.each([
    [
      "\n {{ '%E0%' | url_decode }}",
      "Line 2, column 14: The filter `url_decode` can't be used with this value.",
    ],
    ["{{ 'a' | append }}", "Line 1, column 1: The filter `append` needs an argument."],
    ["{{ '*' | base64_decode }}", "Line 1, column 1: Invalid base64 provided to base64_decode."],
    ["{{ 1 | random_int }}", "Line 1, column 8: `random_int` needs the lowest and the highest number."],
    ["{{ 2 | random_int: 1 }}", "`random_int` needs the lowest and the highest number."],
    ["{{ '' | one_of }}", "`one_of` needs a list, or values to choose from."],
    [
      "{{ 'lorem.words' | fake: 1001 }}",
      "Line 1, column 20: A count or length for `fake` is a number from 0 to 1000.",
    ],
    ["{{ 'lorem.words' | fake: 'many' }}", "A count or length for `fake` is a number from 0 to 1000."],
    [
      "{{ 'number.int' | fake: min: 2, max: 1 }}",
      "Line 1, column 19: `number.int`: Max 1 should be greater than min 2.",
    ],
    ["{{ 'person.firstName' | fake: request.json }}", "`person.firstName` can't take this value."],
  ])("%j", (template, problem) => {
    expect(render(template)).toContain(problem);
  });

  test("without a word of our code", () => {
    const names = Object.keys(templateEngine().filters);
    const values = [
      "nothing",
      "request",
      "request.json.items",
      "1",
      "'text'",
      "true",
      "(1..3)",
      "uuid",
      "forloop",
    ];
    for (const name of names) {
      for (const value of values) {
        for (const args of ["", `: ${value}`, `: ${value}, ${value}`, `: a: ${value}, b: nothing`]) {
          const text = render(`{% for i in (1..1) %}{{ ${value} | ${name}${args} }}{% endfor %}`);
          expect(text).not.toMatch(/undefined|is not a function|\[object|function |Cannot|reading|native/);
        }
      }
    }
  });
});
