import { describe, expect, test } from "vitest";
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
