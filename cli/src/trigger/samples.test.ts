import { expect, test } from "vitest";
import { judged } from "@/lib/webhooks/signatures/sample-check";
import { signedHeaders } from "@/lib/webhooks/signatures/sign";
import { Given } from "../command";
import { samples } from "./samples";
import { sentOf } from "./trigger";

const at = new Date("2030-01-01T00:00:00Z");
const made = { id: "0123456789abcdef0123456789abcdef", seconds: at.getTime() / 1000, iso: at.toISOString() };
const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

test("each sample has its own name", () => {
  expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length);
});

test.each(samples)("$name has a body of its content type", ({ headers, body }) => {
  const isForm = headers["Content-Type"] === "application/x-www-form-urlencoded";
  expect(headers["Content-Type"]).toBe(isForm ? "application/x-www-form-urlencoded" : "application/json");
  if (isForm) expect(Object.values(body(made)).every((each) => typeof each === "string")).toBe(true);
});

const signed = samples.flatMap(({ scheme, ...sample }) => (scheme ? [{ ...sample, scheme }] : []));

test.each(signed)("$name is signed as its sender signs", async ({ headers, body, scheme, hmac }) => {
  const isForm = headers["Content-Type"] === "application/x-www-form-urlencoded";
  const fields = body(made);
  const text = isForm
    ? new URLSearchParams(fields as Record<string, string>).toString()
    : JSON.stringify(fields);
  const request = {
    ...{ rawHeaders: Object.entries(headers), body: Buffer.from(text) },
    ...{ rawUrl: "/api/webhook/abcdefghij123456", baseUrl: "https://acme-shop.mock.example" },
  };
  const lines = await signedHeaders(scheme, secret, { ...request, at, id: "msg_1", form: hmac });
  const rawHeaders = [...request.rawHeaders, ...lines];
  const check = await judged({ scheme, ...hmac }, secret, { ...request, rawHeaders, at: made.seconds });
  expect(check).toMatchObject({ verdict: "valid" });
});

test.each([
  [{}, { sample: "generic:event", data: null }],
  [{ sample: "github:push" }, { sample: "github:push", data: null }],
  [{ data: "-" }, { sample: null, data: "stdin" }],
  [
    { data: "a.json", sample: "github:push" },
    { sample: "github:push", data: "a.json" },
  ],
])("reports %j as %j", (values, expected) => {
  expect(sentOf(new Given([], values))).toEqual(expected);
});
