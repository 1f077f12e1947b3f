import { expect, test } from "vitest";
import { callbackOf, readCliRequest } from "./cli-request";

const secret = "a".repeat(43);
const given = { port: "40123", state: secret, challenge: secret, machine: "ada@desk" };

test("an answer goes to this machine, whatever the address says", () => {
  const request = readCliRequest({ ...given, host: "evil.example", redirect_uri: "https://evil.example" });
  expect(request).toEqual({
    ...{ purpose: "login", port: 40_123, state: secret, challenge: secret },
    machine: "ada@desk",
  });
  if (!request) throw new Error("It was not read");
  expect(callbackOf(request, { code: "c" })).toBe(`http://127.0.0.1:40123/callback?code=c&state=${secret}`);
  expect(callbackOf(request, { error: "denied" })).toContain("error=denied");
});

test.each([
  { port: "80" },
  { port: "65536" },
  { port: "1e4" },
  { port: "40123@evil.example" },
  { port: ["40123", "40124"] },
  { state: "short" },
  { state: undefined },
  { challenge: `${secret}=` },
])("an address that no command line made is none: %j", (changed) => {
  expect(readCliRequest({ ...given, ...changed })).toBeUndefined();
});

test("what a machine is called is shown without what could look like something else", () => {
  expect(readCliRequest({ ...given, machine: `a\u202eb\n${"x".repeat(200)}` })?.machine).toBe(
    `a b ${"x".repeat(96)}`,
  );
});

test.each([
  ["key", "key"],
  ["login", "login"],
  ["<b>admin</b>", "login"],
  [["key", "login"], "login"],
  [undefined, "login"],
])("takes the purpose %j as %s", (purpose, expected) => {
  expect(readCliRequest({ ...given, purpose })?.purpose).toBe(expected);
});
