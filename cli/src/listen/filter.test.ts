import { expect, test } from "vitest";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { readFilter } from "./filter";

const capture = {
  ...{ method: "POST", path: "/orders/1", rawUrl: "/api/webhook/x/orders/1?a=b" },
  ...{ headers: { "x-github-event": "push" }, rawHeaders: [["X-GitHub-Event", "push"]] },
  ...{ body: '{"note":"two words"}', bodyEncoding: "utf8", signature: { verdict: "valid" } },
} as unknown as CapturedRequest;

test.each<[string, boolean]>([
  ["", true],
  ["method:POST", true],
  ["method:get,post", true],
  ["method:GET", false],
  ["path:/orders/*", true],
  ["path:/orders", false],
  ["path:/o.ders/1", false],
  ["event:push", true],
  ["event:github*", true],
  ['text:"two words"', true],
  ["text:a=b", true],
  ["text:x-github-event", true],
  ["verdict:valid,late", true],
  ["-verdict:valid", false],
  ["method:POST -path:/carts*", true],
  ["method:POST path:/carts*", false],
])("%s", (filter, fits) => {
  expect(readFilter(filter)(capture)).toBe(fits);
});

test.each(["POST", "size:3", 'text:"open', "constructor:x", "method:"])("%s is refused", (filter) => {
  expect(() => readFilter(filter)).toThrow(/--filter has an error at/);
});
