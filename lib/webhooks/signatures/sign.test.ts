import { expect, test } from "vitest";
import { schemes } from "./contract";
import { judged } from "./sample-check";
import { signedHeaders } from "./sign";

const at = new Date("2030-01-01T00:00:00Z");
const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const form = [["content-type", "application/x-www-form-urlencoded"]] as const;

test.each(schemes)("what is signed as by %s is valid, and by nobody else's secret", async (scheme) => {
  const request = {
    ...{ rawHeaders: [...form], body: Buffer.from("Body=Zo%C3%AB&To=%2B1800") },
    ...{ rawUrl: "/api/webhook/abcdefghij123456/in?a=1", baseUrl: "https://acme-shop.mock.example" },
  };
  const made = await signedHeaders(scheme, secret, { ...request, at, id: "msg_1" });
  const rawHeaders = [...request.rawHeaders, ...made];
  const check = (of: string) => judged({ scheme }, of, { ...request, rawHeaders, at: at.getTime() / 1000 });
  expect(await check(secret)).toMatchObject({ verdict: "valid" });
  expect(await check(`${secret.slice(0, -4)}AAAA`)).toMatchObject({ verdict: "wrong" });
});
