import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "./client";
import { bearer, createKey, createSite, done, postJson, type Site } from "./fixtures";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});

const random = () => randomBytes(32).toString("base64url");
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");
const keyOf = async (fields = {}) => (await createKey(site.owner, site.project.referenceId, fields)).key;
const codeFor = (key: string, verifier: string) =>
  done<{ code: string }>(postJson("/api/key/codes", { challenge: challengeOf(verifier) }, bearer(key)), 201);
const exchange = (code: string, verifier: string) => postJson("/api/key/codes/exchange", { code, verifier });

describe("a code", () => {
  it.each(["admin", "read"])(
    "gives a key with the scope %s to whoever has the verifier, once",
    async (scope) => {
      const [key, verifier] = [await keyOf({ scope }), random()];
      const { code } = await codeFor(key, verifier);
      const answer = await exchange(code, verifier);
      expect(answer.json()).toEqual({ key });
      expect(answer.headers["cache-control"]).toContain("no-store");
      expectRefusal(await exchange(code, verifier), 401);
    },
  );

  it("is used up by somebody without the verifier, who gets nothing", async () => {
    const verifier = random();
    const { code } = await codeFor(await keyOf(), verifier);
    expectRefusal(await exchange(code, random()), 401);
    expectRefusal(await exchange(code, verifier), 401);
  });

  it("that many show at once is good for one of them", async () => {
    const verifier = random();
    const { code } = await codeFor(await keyOf(), verifier);
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("is made for keys only, of a scope that command lines can use, and for a challenge that is one", async () => {
    const body = { challenge: challengeOf(random()) };
    expectRefusal(await site.owner.post("/api/key/codes", body), 401);
    expectRefusal(await postJson("/api/key/codes", body, bearer(await keyOf({ scope: "evaluate" }))), 403);
    expectRefusal(await postJson("/api/key/codes", { challenge: "short" }, bearer(await keyOf())), 400);
  });
});
