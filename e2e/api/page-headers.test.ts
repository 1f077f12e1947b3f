import { describe, expect, it } from "vitest";
import { withoutPages } from "../door";
import { type Answer, send } from "./client";

const policyOf = ({ headers }: Answer) => String(headers["content-security-policy"]);
const nonceOf = (answer: Answer) => /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policyOf(answer))?.[1];

function expectSecure(answer: Answer): void {
  expect(answer.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": expect.stringContaining("camera=()"),
  });
  expect(policyOf(answer)).toMatch(/frame-ancestors 'none'; object-src 'none'; base-uri 'none'/);
  expect(policyOf(answer)).not.toMatch(/script-src[^;]*unsafe/);
}

describe.skipIf(withoutPages)("the dashboard", () => {
  it.each(["/sign-in", "/sign-up", "/forgot-password", "/reset-password", "/no/such/page/at/all"])(
    "%s runs no script but its own",
    async (path) => {
      const answer = await send({ path, headers: { accept: "text/html" } });
      expectSecure(answer);
      const nonce = nonceOf(answer);
      const scripts = answer.text().match(/<script[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
    },
  );

  it("a page's nonce is its own, and none of the client's", async () => {
    const headers = { "content-security-policy": "script-src 'nonce-mine'", "x-fieldkit-nonce": "mine" };
    const [one, other] = [await send({ path: "/sign-in", headers }), await send({ path: "/sign-in" })];
    expect(nonceOf(one)).toBeDefined();
    expect(nonceOf(one)).not.toBe(nonceOf(other));
    expect(one.text()).not.toContain('nonce="mine"');
  });

  it("files have the headers, too", async () => {
    const script = /\/_next\/static\/[^"]+\.js/.exec((await send({ path: "/sign-in" })).text())?.[0];
    for (const path of [script ?? "", "/favicon.ico"]) {
      const answer = await send({ path });
      expect(answer.status, path).toBe(200);
      expectSecure(answer);
    }
  });
});
