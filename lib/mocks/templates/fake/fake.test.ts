import { faker } from "@faker-js/faker/locale/en";
import { describe, expect, test } from "vitest";
import { render } from "../fixtures/render";
import { fakeLimits } from "../template-limits";
import { fakeNames } from "./fake-names";
import { nearest } from "./nearest";

/** They call functions, evaluate texts, do what `number.int` does, or are deprecated. */
const leftOut = ["fake", "maybe", "multiple", "mustache", "rangeToNumber"]
  .map((method) => `helpers.${method}`)
  .concat("image.urlLoremFlickr");

function methodsOfFaker(): string[] {
  return Object.entries(faker).flatMap(([module, methods]) => {
    const found = new Set<string>();
    const isModule = typeof methods === "object" && methods !== null;
    for (
      let each: unknown = isModule && Object.getPrototypeOf(methods);
      each && each !== Object.prototype;
    ) {
      for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(each))) {
        if (typeof value === "function" && name !== "constructor") found.add(`${module}.${name}`);
      }
      each = Object.getPrototypeOf(each);
    }
    return [...found];
  });
}

/** Methods that are nothing without an argument. */
const needed: Record<string, string> = {
  "date.between": "from: '2026-01-01', to: '2026-02-01'",
  "date.betweens": "from: '2026-01-01', to: '2026-02-01'",
  "helpers.arrayElement": "request.query.tag",
  "helpers.arrayElements": "request.query.tag",
  "helpers.enumValue": "request.json.address",
  "helpers.fromRegExp": "'[A-Z]{3}'",
  "helpers.objectEntry": "request.json",
  "helpers.objectKey": "request.json",
  "helpers.objectValue": "request.json",
  "helpers.shuffle": "request.query.tag",
  "helpers.slugify": "'a b'",
  "helpers.replaceSymbols": "'##'",
  "helpers.uniqueArray": "request.query.tag, 2",
  "helpers.weightedArrayElement": "weighted",
  "string.fromCharacters": "'ab'",
};
const weighted = `{% assign weighted = '[{"weight":1,"value":"a"}]' | parse_json %}`;

describe("the methods of faker", () => {
  test("are all known, but for those that are left out on purpose", () => {
    expect([...fakeNames, ...leftOut].sort()).toEqual(methodsOfFaker().sort());
  });

  test.each([...fakeNames])("%s gives something that is no object of faker", (name) => {
    const text = render(`${weighted}{{ '${name}' | fake: ${needed[name] ?? ""} | json }}`);
    expect(text).not.toMatch(/^Line \d/);
    expect(JSON.parse(text)).not.toBeNull();
  });

  test.each([
    ["{{ 'number.int' | fake: min: 5, max: 5 }}", "5"],
    ["{{ 'number.int' | fake: 0 }}", "0"],
    ["{{ 'number.int' | fake: min: '3', max: '3' }}", "3"],
    ["{{ 'number.int' | fake: min: 3, max: 3 | plus: 1 | json }}", "4"],
    ["{{ 'number.float' | fake: min: 1.5, max: 1.5 }}", "1.5"],
    ["{{ 'number.bigInt' | fake: min: '9007199254740993', max: '9007199254740993' }}", "9007199254740993"],
    ["{{ 'string.numeric' | fake: 3 | size }}", "3"],
    ["{{ 'string.numeric' | fake: length: 4 | size }}", "4"],
    ["{{ 'string.numeric' | fake: min: 4, max: 4 | size }}", "4"],
    ["{{ 'string.sample' | fake: length: 5 | size }}", "5"],
    ["{{ 'string.nanoid' | fake: 6 | size }}", "6"],
    ["{{ 'string.fromCharacters' | fake: 'a', 5 }}", "aaaaa"],
    ["{{ 'string.fromCharacters' | fake: 'a', length: 5 }}", "aaaaa"],
    ["{{ 'lorem.words' | fake: 3 | split: ' ' | size }}", "3"],
    ["{{ 'lorem.words' | fake: min: 2, max: 2 | split: ' ' | size }}", "2"],
    ["{{ 'lorem.words' | fake: '4' | split: ' ' | size }}", "4"],
    ["{{ 'lorem.sentences' | fake: 2, '|' | split: '|' | size }}", "2"],
    ["{{ 'lorem.paragraphs' | fake: count: 2, separator: '|' | split: '|' | size }}", "2"],
    ["{{ 'word.words' | fake: count: 3 | split: ' ' | size }}", "3"],
    ["{{ 'date.betweens' | fake: from: '2026-01-01', to: '2026-02-01', count: 4 | size }}", "4"],
    ["{{ 'internet.email' | fake: provider: 'example.com' | split: '@' | last }}", "example.com"],
    ["{{ 'internet.mac' | fake: '-' | split: '-' | size }}", "6"],
    ["{{ 'helpers.arrayElement' | fake: request.json.items | map: 'missing' | size }}", "1"],
    ["{{ 'helpers.shuffle' | fake: request.query.tag | sort | join: ',' }}", "blue,red"],
    ["{{ 'helpers.slugify' | fake: 'a b' }}", "a-b"],
    ["{{ 'lorem.words' | fake: request.query.missing | split: ' ' | size }}", "3"],
    ["{{ 'airline.airport' | fake | json | slice: 0, 8 }}", '{"name":'],
  ])("take arguments: %s", (template, text) => {
    expect(render(template)).toBe(text);
  });

  test("give dates as ISO 8601, and patterns what they ask for", () => {
    expect(render("{{ 'date.past' | fake }}")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(render("{{ 'helpers.fromRegExp' | fake: '[A-Z]{3}-[0-9]{2,4}' }}")).toMatch(/^[A-Z]{3}-\d{2,4}$/);
  });
});

describe("a name that there is not", () => {
  test.each([
    "constructor",
    "person",
    "person.",
    ".",
    "__proto__.toString",
    "person.constructor",
    "helpers.fake",
    "rawDefinitions.person",
    "",
  ])("%j is a problem", (name) => {
    expect(render(`{% assign name = '${name}' %}{{ name | fake }}`)).toContain("There is no fake value");
  });

  test.each([
    ["person.fulName", "person.fullName"],
    ["name.firstName", "person.firstName"],
    ["PERSON.FIRSTNAME", "person.firstName"],
    ["internet.mail", "internet.email"],
    ["lorem.word", "lorem.word"],
  ])("%s may mean %s", (name, meant) => {
    expect(nearest(name, fakeNames)[0]).toBe(meant);
  });

  test("means nothing when nothing is near", () => {
    expect(nearest("xxxxxxxxxxxxxxxxxx", fakeNames)).toEqual([]);
    expect(nearest("x".repeat(100_000), fakeNames)).toEqual([]);
  });
});

describe("whatever its arguments, no method runs for long or gives much", () => {
  const given = [
    "1000000000",
    "-1000000000",
    "infinite",
    "0.5",
    "'1000000000'",
    "'9', 1000000000",
    "request.json",
    "request.json.items",
    "request.query.tag, 1000000000",
    "long",
    "true",
    "min: 1000000000, max: 1000000000",
    "min: 0, max: 1000000000",
    "min: 1000000000, max: 0",
    "min: '0', max: long",
    "length: 1000000000",
    "length: '1000000000'",
    "length: infinite",
    "length: request.json",
    "count: 1000000000",
    "count: request.json",
    "from: '2026-01-01', to: '2026-02-01', count: 1000000000",
    "extensionCount: 1000000000",
    "variant: 1000000000",
    "fractionDigits: 1000000000",
    "dec: 1000000000",
    "precision: 1000000000",
    "multipleOf: 1000000000",
    "years: 1000000000",
    "days: 1000000000",
    "width: 1000000000, height: 1000000000",
    "length: 1000, memorable: true",
    "length: 1000, pattern: 'a'",
    "length: 1000, prefix: long",
    "exclude: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', length: 1000",
    "types: request.query.tag",
    "separator: long",
    "firstName: long, lastName: long",
    "'{1000000000}'",
    "'#{1000000000}'",
    "'#{1,1000000000}'",
    "'[1-1000000000]{1000000000}'",
    "'[a-z]{100}[a-z]{100}[a-z]{100}[a-z]{100}[a-z]{100}[a-z]{100}'",
    "__proto__: request.json",
    "constructor: request.json, distributor: 'x'",
  ];
  // Numbers as a client would hide them.
  const data = {
    query: { long: "9".repeat(5_000), tag: ["red", "blue"] },
    body: '{"length":1000000000,"count":1000000000,"min":1000000000,"max":1000000001,"items":[1000000000]}',
  };
  const before = "{% assign infinite = 1 | divided_by: 0 %}{% assign long = request.query.long %}";

  const takesArguments = (name: string) => {
    const [module = "", method = ""] = name.split(".");
    const methods: Record<string, unknown> = Object(Reflect.get(faker, module));
    return !/^\w+\(\)\s*\{/.test(String(methods[method]));
  };

  test("most methods that have parameters are found", () => {
    expect(["number.int", "string.alpha", "helpers.fromRegExp"].filter(takesArguments)).toHaveLength(3);
    expect([...fakeNames].filter(takesArguments).length).toBeGreaterThan(100);
  });

  // `test:full` tries all arguments. Otherwise each method gets a third of them, and each argument many methods.
  const share = process.env.FIELDKIT_THOROUGH ? 1 : 3;
  const shareOf = (name: string) => {
    const position = [...fakeNames].indexOf(name);
    // Nothing that is given changes what a method without parameters does.
    return takesArguments(name)
      ? given.filter((_, at) => at % share === position % share)
      : given.slice(0, 1);
  };

  test.each([...fakeNames])("%s", (name) => {
    const begun = process.cpuUsage();
    for (const args of shareOf(name)) {
      const text = render(`${before}{{ '${name}' | fake: ${args} }}`, { data });
      expect(text.length).toBeLessThanOrEqual(fakeLimits.weightMax);
    }
    // It takes some 20 ms, and what runs through a thousand million values takes longer than this on every machine.
    expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000);
  });
});
