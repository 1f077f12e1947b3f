import { expect, test } from "vitest";
import { mockLink } from "./mock-link";
import { capture } from "./sample-capture";

test.each([
  ["POST", "/orders/1", { method: "POST", endpoint: "/orders/1", name: "POST /orders/1" }],
  ["HEAD", "", { method: "GET", endpoint: "/", name: "HEAD /" }],
  ["PROPFIND", "/ä&b", { endpoint: "/ä&b", name: "PROPFIND /ä&b" }],
])("%s %s", (method, path, fields) => {
  const [address, query] = mockLink("/team/shop/mocks", capture(1, { method, path })).split("?");
  expect(address).toBe("/team/shop/mocks/new");
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual(fields);
});
