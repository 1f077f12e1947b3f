import { describe, expect, test } from "vitest";
import { item, mockOf } from "./fixtures/postman";

describe("what tells examples apart", () => {
  const body = (raw: string) => ({ mode: "raw", raw });
  const url = "https://example.com/users/:id";
  test.each<[string, object, object, object[]]>([
    [
      "a value in the path",
      { url },
      { url: "https://example.com/users/7" },
      [{ in: "path", name: "id", equals: "7" }],
    ],
    [
      "the value of a variable",
      { url },
      { url: { raw: url, path: ["users", ":id"], variable: [{ key: "id", value: "8" }] } },
      [{ in: "path", name: "id", equals: "8" }],
    ],
    ["a missing query", { url: `${url}?a=1` }, { url }, [{ in: "query", name: "a", exists: false }]],
    [
      "a header",
      { url },
      {
        url,
        header: [
          { key: "X-Plan", value: "pro" },
          { key: "User-Agent", value: "x" },
        ],
      },
      [{ in: "header", name: "x-plan", equals: "pro" }],
    ],
    [
      "missing credentials, whose value is nobody's business",
      { url, header: [{ key: "Authorization", value: "Bearer secret" }] },
      { url },
      [{ in: "header", name: "authorization", exists: false }],
    ],
    [
      "a field of JSON",
      { url, body: body('{"a": 1, "b": 2}') },
      { url, body: body('{"a": 1, "c d": [3]}') },
      [
        { in: "json", name: "['c d']", equals: [3] },
        { in: "json", name: "b", exists: false },
      ],
    ],
    ["a text", { url, body: body("a") }, { url, body: body("b") }, [{ in: "body", equals: "b" }]],
    [
      "a form",
      { url, body: { mode: "urlencoded", urlencoded: [{ key: "a", value: "1" }] } },
      { url, body: { mode: "urlencoded", urlencoded: [{ key: "a", value: "2" }] } },
      [{ in: "form", name: "a", equals: "2" }],
    ],
    [
      "GraphQL",
      { url, body: { mode: "graphql", graphql: { query: "{a}", variables: "" } } },
      { url, body: { mode: "graphql", graphql: { query: "{b}", variables: '{"x": 1}' } } },
      [
        { in: "json", name: "query", equals: "{b}" },
        { in: "json", name: "variables", equals: { x: 1 } },
      ],
    ],
  ])("%s", (_, first, second, conditions) => {
    const mock = mockOf(
      item(url, {
        response: [
          { name: "1", originalRequest: first },
          { name: "2", code: 404, originalRequest: second },
        ],
      }),
    );
    expect(mock.responses).toMatchObject([{ when: { all: conditions } }]);
    expect(JSON.stringify(mock)).not.toContain("secret");
  });

  test("the most particular one goes first", () => {
    const of = (query: string) => ({
      name: query,
      originalRequest: { url: `https://example.com/a${query}` },
    });
    const mock = mockOf(item("https://example.com/a", { response: [of(""), of("?a=1"), of("?a=1&b=2")] }));
    expect(mock.responses.map(({ name }) => name)).toEqual(["?a=1&b=2", "?a=1"]);
  });

  test("a value nobody knows is none to compare with", () => {
    const of = (name: string, value: string) => ({
      name,
      originalRequest: { url: `https://example.com/a?token=${value}` },
    });
    const mock = mockOf(item("https://example.com/a", { response: [of("1", "{{token}}"), of("2", "x")] }));
    expect(mock.responses).toMatchObject([{ when: { any: [{ equals: "2" }, { equals: "200" }] } }]);
  });
});
