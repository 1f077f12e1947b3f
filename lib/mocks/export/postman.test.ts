import { describe, expect, test } from "vitest";
import { documentOf, type Given, mockBaseUrl, roundTrip, rowOf } from "./fixtures/exported";

const exported = async (mocks: readonly Given[]) => JSON.parse(await documentOf("postman", mocks.map(rowOf)));

test.each<[endpoint: string, raw: string, names?: string[]]>([
  ["/", "{{baseUrl}}/"],
  ["/users/:id", "{{baseUrl}}/users/:id", ["id"]],
  ["/a/:id/b/:id/", "{{baseUrl}}/a/:id/b/:id/", ["id"]],
  ["/report.:ext", "{{baseUrl}}/report.{{ext}}"],
  ["/files/*", "{{baseUrl}}/files/:rest", ["rest"]],
  ["/a/:b?/:c?", "{{baseUrl}}/a/:b/:c", ["b", "c"]],
  ["/a/:b+", "{{baseUrl}}/a/:b", ["b"]],
  ["/%3Aid/%2A/:1/caf\u00e9", "{{baseUrl}}/%3Aid/%2A/:1/caf\u00e9"],
])("%s is an address, and an endpoint again", async (endpoint, raw, names) => {
  const mock: Given = { name: "M", method: "PATCH", endpoint };
  const { item, variable } = await exported([mock]);
  expect(item).toMatchObject([{ name: "M", request: { method: "PATCH", url: { raw } } }]);
  expect(item[0].request.url.variable?.map(({ key }: { key: string }) => key)).toEqual(names);
  expect(variable).toEqual([{ key: "baseUrl", value: mockBaseUrl, type: "string" }]);
  expect(await roundTrip("postman", [mock])).toMatchObject([{ method: "PATCH", endpoint }]);
});

describe("a collection", () => {
  const mock: Given = {
    name: "Users",
    description: "All of them",
    endpoint: "/users",
    responseBody: '[{"id": 1.0}]\n',
    responseHeaders: { "Content-Type": "application/json", "X-A": ["1", "2"], "Set-Cookie": ["a=1", "b=2"] },
    statusCode: 201,
    responses: [
      {
        name: "None",
        when: { all: [{ in: "query", name: "page", equals: "2" }] },
        statusCode: 404,
        body: "none",
      },
      { name: "Broken", statusCode: 500, headers: { "Content-Type": "text/html" }, body: "<p>" },
    ],
  };

  test("has the answers of a mock as saved examples", async () => {
    const { info, item } = await exported([mock]);
    expect(info).toMatchObject({ name: "Shop: mocks", schema: expect.stringContaining("v2.1.0") });
    expect(item[0].request.description).toBe("All of them");
    expect(item[0].response).toMatchObject([
      {
        name: "Created",
        code: 201,
        status: "Created",
        _postman_previewlanguage: "json",
        body: mock.responseBody,
      },
      { name: "None", code: 404, body: "none", _postman_previewlanguage: "text" },
      {
        name: "Broken",
        code: 500,
        header: [{ key: "Content-Type", value: "text/html" }],
        _postman_previewlanguage: "html",
      },
    ]);
    for (const { originalRequest } of item[0].response) expect(originalRequest.method).toBe("GET");
  });

  test("is imported with the same answers, which Postman's own headers choose", async () => {
    const { responses, ...own } = mock;
    const chosen = (name: string, code: string) => ({
      any: [
        { in: "header", name: "x-mock-response-name", equals: name },
        { in: "header", name: "x-mock-response-code", equals: code },
      ],
    });
    expect(await roundTrip("postman", [mock])).toMatchObject([
      {
        ...own,
        responses: [
          { name: "None", statusCode: 404, headers: {}, body: "none", when: chosen("None", "404") },
          { name: "Broken", statusCode: 500, body: "<p>", when: chosen("Broken", "500") },
        ],
      },
    ]);
  });

  test("has a request for each method of a mock for any, and says what it leaves out", async () => {
    const { item, ...collection } = await exported([
      { name: "Any", method: "ANY", endpoint: "/a", responseBody: '"\\u0000"' },
      { name: "Post", method: "POST", endpoint: "/a" },
      { name: "Expression", endpoint: "~^/b" },
    ]);
    const methods = item.map(({ name, request }: { name: string; request: { method: string } }) => [
      name,
      request.method,
    ]);
    expect(methods).toEqual([
      ...["GET", "PUT", "PATCH", "DELETE"].map((method) => ["Any", method]),
      ["Post", "POST"],
    ]);
    for (const { response, request } of item.slice(0, 4)) {
      expect(response[0]).toMatchObject({ body: '"\\u0000"', originalRequest: { method: request.method } });
    }
    expect(collection["x-fieldkit-left-out"]).toEqual([
      { name: "Expression", method: "GET", endpoint: "~^/b", reason: expect.any(String) },
    ]);
  });
});
