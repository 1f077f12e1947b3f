import { describe, expect, it, test } from "vitest";
import { type Given, mockOf, response } from "./fixtures/mockoon";

describe("responses", () => {
  const rule = (given: Given): Given => ({
    target: "query",
    modifier: "a",
    value: "1",
    operator: "equals",
    invert: false,
    ...given,
  });

  test.each<[Given, unknown]>([
    [{}, { all: [{ in: "query", name: "a", equals: "1" }] }],
    [{ invert: true }, { all: [{ in: "query", name: "a", equals: "1", not: true }] }],
    [{ modifier: "filter.name" }, { all: [{ in: "query", name: "filter[name]", equals: "1" }] }],
    [{ operator: "regex", value: "^[a-z]+$" }, { all: [{ in: "query", name: "a", matches: "^[a-z]+$" }] }],
    [{ operator: "regex_i" }, { all: [{ in: "query", name: "a", matches: "1", ignoreCase: true }] }],
    [{ operator: "null" }, { all: [{ in: "query", name: "a", exists: false }] }],
    [{ target: "header", modifier: "X-A" }, { all: [{ in: "header", name: "X-A", equals: "1" }] }],
    [{ target: "cookie" }, { all: [{ in: "cookie", name: "a", equals: "1" }] }],
    [{ target: "params" }, { all: [{ in: "path", name: "a", equals: "1" }] }],
    [{ target: "method", modifier: "", value: "PUT" }, { all: [{ in: "method", equals: "PUT" }] }],
    [
      { target: "body", modifier: "", operator: "regex", value: "x" },
      { all: [{ in: "body", matches: "x" }] },
    ],
    [
      { target: "body", modifier: "a.b", value: "true" },
      { all: [{ in: "json", name: "a.b", oneOf: ["true", true] }] },
    ],
    [
      { target: "body", value: "x" },
      {
        any: [
          { in: "json", name: "a", equals: "x" },
          { in: "form", name: "a", equals: "x" },
        ],
      },
    ],
    [
      { target: "body", value: "x", invert: true },
      {
        all: [
          { in: "json", name: "a", equals: "x", not: true },
          { in: "form", name: "a", equals: "x", not: true },
        ],
      },
    ],
    [
      { target: "body", modifier: "a.b", operator: "empty_array" },
      { all: [{ in: "json", name: "a.b", equals: [] }] },
    ],
    [
      { target: "body", modifier: "a.b", value: "x", operator: "array_includes" },
      { all: [{ in: "json", name: "a.b", contains: ["x"] }] },
    ],
  ])("with the rule %j", (given, when) => {
    const responses = [response({ default: true }), response({ statusCode: 201, rules: [rule(given)] })];
    expect(mockOf({ responses })).toMatchObject({ fallback: true, responses: [{ when, statusCode: 201 }] });
  });

  test.each<[Given, string]>([
    [{ operator: "valid_json_schema" }, "valid_json_schema"],
    [{ target: "request_number" }, "request_number"],
    [{ value: "{{uuid}}" }, "template"],
    [{ operator: "regex", value: "(?=a)" }, "pattern"],
  ])("are left out where a rule can't be asked: %j", (given, reason) => {
    const responses = [response({ default: true }), response({ label: "Other", rules: [rule(given)] })];
    expect(mockOf({ responses })).toMatchObject({
      responses: [],
      notes: [expect.stringMatching(`Other is left out: .*${reason}`)],
    });
  });

  it("need all rules, or any", () => {
    const rules = [rule({}), rule({ modifier: "b" })];
    const one = (rulesOperator: string) =>
      mockOf({ responses: [response({ default: true }), response({ rules, rulesOperator })] }).responses[0]
        ?.when;
    expect(one("AND")).toMatchObject({ all: [{ name: "a" }, { name: "b" }] });
    expect(one("OR")).toMatchObject({ any: [{ name: "a" }, { name: "b" }] });
  });

  it("are left out where no rule gives them", () => {
    const responses = [
      response({ default: true }),
      response({ statusCode: 404 }),
      response({ statusCode: 500 }),
    ];
    expect(mockOf({ responses })).toMatchObject({
      responses: [],
      notes: ["2 responses are left out, because no rule gives them: 404, 500."],
    });
  });

  test.each<[string, Given]>([
    ["SEQUENTIAL", { responseMode: "sequence", responses: [{ statusCode: 200 }, { statusCode: 201 }] }],
    ["RANDOM", { responseMode: "random", responses: [{ statusCode: 200 }, { statusCode: 201 }] }],
    ["DISABLE_RULES", { responseMode: "first", responses: [], statusCode: 200 }],
    ["FALLBACK", { responseMode: "first", responses: [{ statusCode: 201 }], fallback: false }],
  ])("in the mode %s", (responseMode, expected) => {
    const responses = [response({ default: true }), response({ statusCode: 201, rules: [rule({})] })];
    expect(mockOf({ responses, responseMode })).toMatchObject(expected);
  });

  it("have the body of a data bucket, and none of a file", () => {
    const data = [{ uuid: "u", id: "b1", name: "Users", value: '["{{uuid}}"]' }];
    const bucket = response({ default: true, bodyType: "DATABUCKET", databucketID: "b1" });
    expect(mockOf({ responses: [bucket] }, { data }).responseBody).toBe('["{{ uuid }}"]');
    const file = response({ default: true, bodyType: "FILE", filePath: "a.pdf" });
    expect(mockOf({ responses: [file] })).toMatchObject({
      responseBody: "",
      notes: [expect.stringContaining("a.pdf")],
    });
  });
});
