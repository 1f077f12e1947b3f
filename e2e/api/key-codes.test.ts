import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, send } from "./client";
import { bearer, createKey, createSite, done, type Person, postJson, type Site, signUp } from "./fixtures";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});

const random = () => randomBytes(32).toString("base64url");
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");
const keyOf = async (fields = {}) => (await createKey(site.owner, site.project.referenceId, fields)).key;
const codeFor = (key: string, verifier: string) =>
  done<{ code: string }>(
    site.owner.post("/api/key/codes", { apiKey: key, challenge: challengeOf(verifier) }),
    201,
  );
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

  it("needs an active key that the caller created, and a valid challenge", async () => {
    const [key, challenge] = [await keyOf(), challengeOf(random())];
    const ask = (person: Person, body: object) => person.post("/api/key/codes", body);
    expectRefusal(await postJson("/api/key/codes", { apiKey: key, challenge }, bearer(key)), 401);
    expectRefusal(await ask(await signUp(), { apiKey: key, challenge }), 404);
    expectRefusal(await ask(site.owner, { apiKey: "fk_unknown", challenge }), 404);
    expectRefusal(await ask(site.owner, { apiKey: key, challenge: "short" }), 400);
    const { id, key: revoked } = await createKey(site.owner, site.project.referenceId);
    await done(site.owner.delete(`/api/projects/${site.project.referenceId}/api-keys/${id}`));
    expectRefusal(await ask(site.owner, { apiKey: revoked, challenge }), 404);
  });

  it("leaves the first use of the key to the command line", async () => {
    const { id, key } = await createKey(site.owner, site.project.referenceId);
    const verifier = random();
    const { code } = await codeFor(key, verifier);
    await exchange(code, verifier);
    const path = `/api/projects/${site.project.referenceId}/api-keys/${id}`;
    expect((await site.owner.get(path)).json()).toMatchObject({ lastUsedAt: null });
    await send({ path: "/api/key", headers: { ...bearer(key), "user-agent": "fieldkit-cli" } });
    await expect
      .poll(async () => (await site.owner.get(path)).json())
      .toMatchObject({ lastUsedAgent: "fieldkit-cli", lastUsedFrom: expect.not.stringMatching(/^::$/) });
  });
});
