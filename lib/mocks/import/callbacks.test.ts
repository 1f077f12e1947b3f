import { describe, expect, test } from "vitest";
import { mockoonCallbacks, wireMockCallbacks } from "./callbacks";

const parameters = {
  method: "PUT",
  url: "https://example.com/{{jsonPath originalRequest.body '$.id'}}",
  headers: { "Content-Type": "application/json", "X-Two": ["1", "2"] },
  body: '{"a": 1}',
  delay: { type: "fixed", milliseconds: 1500 },
};
const made = {
  method: "PUT",
  url: expect.stringMatching(/^https:\/\/example\.com\/\{\{.*request.*\}\}$/),
  headers: { "Content-Type": "application/json", "X-Two": "1, 2" },
  body: '{"a": 1}',
  templated: true,
  delayMs: 1500,
};

describe("webhooks of WireMock", () => {
  test.each([
    ["listeners", { serveEventListeners: [{ name: "webhook", parameters }] }],
    ["actions in a list", { postServeActions: [{ name: "webhook", parameters }] }],
    ["actions by name", { postServeActions: { webhook: parameters } }],
  ])("are read from %s", (_, mapping) => {
    const notes = new Set<string>();
    expect(wireMockCallbacks(mapping, notes)).toEqual([made]);
    expect([...notes]).toEqual([]);
  });

  test.each([
    ["other actions", { postServeActions: { "count-request": {} } }, "besides webhooks"],
    [
      "a method that mocks don't have",
      { postServeActions: { webhook: { ...parameters, method: "TRACE" } } },
      "TRACE",
    ],
    ["no address", { postServeActions: { webhook: {} } }, "no address"],
  ])("are left out with a note: %s", (_, mapping, note) => {
    const notes = new Set<string>();
    expect(wireMockCallbacks(mapping, notes)).toEqual([]);
    expect([...notes].join()).toContain(note);
  });
});

test("callbacks of Mockoon are found by their ids, if they are on", () => {
  const known = [
    {
      uuid: "a",
      uri: "https://example.com",
      method: "post",
      body: "x",
      headers: [{ key: "X-A", value: "1" }],
    },
  ];
  const callbacks = [{ uuid: "a", latency: 100 }, { uuid: "a", enabled: false }, { uuid: "gone" }];
  expect(mockoonCallbacks({ callbacks }, known, new Set())).toEqual([
    {
      url: "https://example.com",
      method: "POST",
      headers: { "X-A": "1" },
      body: "x",
      templated: false,
      delayMs: 100,
    },
  ]);
});
