import fc from "fast-check";
import { expect, test } from "vitest";
import { forwardedUrl } from "./forwarded-url";

const to = (address: string, path: string, query = "") =>
  forwardedUrl(new URL(address), { path, rawUrl: `/api/webhook/abc${path}${query}` })?.href;

test.each([
  ["https://a.example/hooks", "", "", "https://a.example/hooks"],
  ["https://a.example/hooks", "/", "", "https://a.example/hooks"],
  ["https://a.example", "/orders/7", "", "https://a.example/orders/7"],
  ["https://a.example/hooks/", "/orders/7", "?x=1&x=2", "https://a.example/hooks/orders/7?x=1&x=2"],
  ["https://a.example/hooks?key=k", "/o", "?x=%20a+b", "https://a.example/hooks/o?key=k&x=%20a+b"],
  ["https://a.example/hooks", "/a%2Fb%20c", "?", "https://a.example/hooks/a%2Fb%20c"],
  ["https://a.example/hooks", "//evil.example/x", "", "https://a.example/hooks//evil.example/x"],
  [
    "https://a.example/hooks",
    "/@evil.example",
    "?u=https://evil.example",
    "https://a.example/hooks/@evil.example?u=https://evil.example",
  ],
])("%s with %s%s is %s", (address, path, query, target) => expect(to(address, path, query)).toBe(target));

test.each(["/..", "/../admin", "/a/%2e%2E/b", "/a/..%2fb", "/.%2e\\x", "/./a"])(
  "%s would leave the address, and goes nowhere",
  (path) => expect(to("https://a.example/hooks", path)).toBeUndefined(),
);

test("whatever strangers send stays below the address", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), (path, query) => {
      const target = forwardedUrl(new URL("https://a.example/hooks"), {
        path: `/${path}`,
        rawUrl: `/${path}?${query}`,
      });
      if (!target) return;
      expect(target.origin).toBe("https://a.example");
      expect(target.pathname === "/hooks" || target.pathname.startsWith("/hooks/")).toBe(true);
    }),
  );
});
