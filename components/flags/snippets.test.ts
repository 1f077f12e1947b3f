import { describe, expect, test } from "vitest";
import { sdkInPages } from "./sdk-snippet";
import { openFeature, snippetsOf } from "./snippets";

const recordId = "tenant-1";
const appUrl = "https://flags.example.com";

describe("code for a flag asks in its type", () => {
  test.each([
    ["boolean", false, 'getBooleanValue("beta", false, context)', "struct{ Enabled bool }", ".enabled"],
    ["string", "light", 'getStringValue("beta", "light", context)', "struct{ Value string }", ".value"],
    ["string", "x".repeat(80), 'getStringValue("beta", "", context)', "struct{ Value string }", ".value"],
    ["number", -1, 'getNumberValue("beta", -1, context)', "struct{ Value float64 }", ".value"],
    [
      "object",
      { a: 1 },
      'getObjectValue("beta", {"a":1}, context)',
      "struct{ Value map[string]any }",
      ".value",
    ],
  ] as const)("%s %j", (type, offValue, call, shape, field) => {
    const [onServers, inPages] = openFeature({
      appUrl,
      flag: { key: "beta", type, offValue },
      recordId,
      env: undefined,
    });
    expect(onServers?.code).toContain(call);
    expect(inPages?.code).toContain(call.replace(", context", ""));
    for (const flagKey of [undefined, "beta"]) {
      const code = Object.fromEntries(
        snippetsOf({ url: appUrl, flagKey, type }).map((snippet) => [snippet.label, snippet.code]),
      );
      expect(code.Go).toContain(shape);
      expect(code["Node.js"]).toContain(`${field});`);
      expect(code.Python).toContain(`["${field.slice(1)}"])`);
    }
  });
});

test("the SDK's code asks whether a boolean flag is on, and for the value of others, in the environment", () => {
  const evaluation = { appUrl, recordId, env: "staging" };
  const ofBoolean = sdkInPages({ ...evaluation, flag: { key: "beta", type: "boolean", offValue: false } });
  expect(ofBoolean.code).toContain('flags.isOn("beta")');
  expect(ofBoolean.code).toContain('environment: "staging"');
  const ofText = sdkInPages({
    ...{ ...evaluation, env: undefined },
    flag: { key: "theme", type: "string", offValue: "light" },
  });
  expect(ofText.code).toContain('flags.value("theme", "light")');
  expect(ofText.code).not.toContain("environment:");
});
