import { expect, test } from "vitest";
import { headersOnward } from "./deliver";

test("headers go on in order, repeated ones too, but for those of the connection", () => {
  const received: [string, string][] = [
    ["Host", "inbox.example"],
    ["X-B", "1"],
    ["Connection", "keep-alive, X-Hop"],
    ["x-hop", "1"],
    ["Transfer-Encoding", "chunked"],
    ["x-b", "2"],
    ["Authorization", "Bearer a"],
    ["Content-Length", "3"],
    ["X-A", ""],
  ];
  expect(headersOnward(received)).toEqual([
    ["X-B", "1"],
    ["x-b", "2"],
    ["Authorization", "Bearer a"],
    ["X-A", ""],
  ]);
});
