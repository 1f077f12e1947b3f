import { expect, test } from "vitest";
import { readOrigin } from "./origin";

test.each([
  ["https://app.example.com", "https://app.example.com"],
  ["https://app.example.com/", "https://app.example.com"],
  ["HTTPS://App.Example.com:443", "https://app.example.com"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["http://127.0.0.1:5173", "http://127.0.0.1:5173"],
  ["http://[::1]:5173", "http://[::1]:5173"],
])("%s is %s", (text, origin) => {
  expect(readOrigin(text)).toEqual({ origin });
});

test.each([
  ["example.com", "must begin with its scheme: https://example.com"],
  ["//example.com", "must begin with its scheme: https://example.com"],
  ["example.com:8443", "must begin with its scheme: https://example.com:8443"],
  ["shop.example.com/cart", "must begin with its scheme: https://shop.example.com"],
  ["localhost:3000", "must begin with its scheme: http://localhost:3000"],
  ["127.0.0.1:3000", "must begin with its scheme: http://127.0.0.1:3000"],
  ["https://a.example.com/cart?x#y", "must be only scheme, host and port: https://a.example.com"],
  ["https://me:secret@a.example.com", "must be only scheme, host and port: https://a.example.com"],
  ["https://*.example.com", "must name one host: there are no wildcards"],
  ["*", "must name one host: there are no wildcards"],
  ["ftp://a.example.com", "must be an origin such as https://app.example.com"],
  ["null", "must be an origin such as https://app.example.com"],
  ["two words", "must be an origin such as https://app.example.com"],
  ["", "must be an origin such as https://app.example.com"],
])("%j is none: %s", (text, problem) => {
  expect(readOrigin(text)).toEqual({ problem });
});
