import { describe, expect, test } from "vitest";
import { inboxBody, inboxField, inboxResolver, inboxValues, type Webhook } from "./inbox-form-values";
import { signatureBody, signatureText, signatureValues } from "./signature-form-values";

const shown = { secretTail: "WXYZ", refuse: true };
const webhook: Webhook = {
  ...{ id: "00000000-0000-4000-8000-000000000000", referenceId: "abcdefghij123456" },
  ...{ projectId: "00000000-0000-4000-8000-000000000001", name: "Orders", description: null },
  ...{ handshakes: [], metaVerifyToken: null },
  retention: { count: 50, hours: 12, countMax: 50, hoursMax: 12 },
  ...{ expiresAt: null, response: null, signature: null, url: "http://a.mock.localhost/api/webhook/x" },
  pathUrl: "http://localhost/p/a/api/webhook/x",
  ...{ createdAt: "2030-01-01T00:00:00.000Z", updatedAt: "2030-01-01T00:00:00.000Z" },
};

describe("a stored signature", () => {
  test.each<NonNullable<Webhook["signature"]>>([
    { scheme: "github", ...shown },
    { scheme: "stripe", ...shown, toleranceSeconds: 60 },
    { scheme: "hmac", ...shown, header: "X-Sum", algorithm: "sha512", encoding: "base64", prefix: "v1=" },
  ])("$scheme comes back as it is, without its secret", (signature) => {
    const { secretTail: _, ...same } = signature;
    expect(inboxBody(inboxValues({ ...webhook, signature })).signature).toEqual(same);
  });

  test("that is none comes back as none, whatever stands in the fields", () => {
    const values = { ...signatureValues(null), secret: "x", refuse: true };
    expect(signatureBody(values)).toBeNull();
  });
});

test("a secret is sent if one was entered", () => {
  const values = { ...signatureValues({ scheme: "github", ...shown }), secret: "hush" };
  expect(signatureBody(values)).toEqual({ scheme: "github", secret: "hush", refuse: true });
  expect(signatureText(values)).toBe("GitHub\nrefuse: true\nanother secret");
  expect(signatureText(values)).not.toContain("hush");
});

test.each([
  ["signature", "signature.scheme"],
  ["signature.secret", "signature.secret"],
  ["signature.toleranceSeconds", "signature.tolerance"],
  ["signature.header", "signature.header"],
])("the issue %s belongs to %s", (path, field) => {
  expect(inboxField(path, inboxValues(webhook))).toBe(field);
});

test("what the API would refuse is refused at its field", async () => {
  const check = (signature: Partial<ReturnType<typeof signatureValues>>) =>
    inboxResolver(
      { ...inboxValues(webhook), signature: { ...signatureValues(null), ...signature } },
      undefined,
      { fields: {}, shouldUseNativeValidation: false },
    );
  expect((await check({ scheme: "stripe", tolerance: "soon" })).errors.signature?.tolerance?.message).toMatch(
    /whole number/,
  );
  expect((await check({ scheme: "svix", secret: "not base64!" })).errors.signature?.secret?.message).toMatch(
    /base64/,
  );
  expect((await check({ scheme: "hmac", header: "" })).errors.signature?.header?.message).toMatch(/header/);
});
