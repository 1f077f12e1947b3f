import { describe, expect, it } from "vitest";
import { send } from "./client";
import { bearer } from "./fixtures";
import { evaluate, evaluateAll, expectFailure, key, path, setUpSite, site, subject } from "./ofrep-site";

setUpSite();

describe("what cannot be evaluated", () => {
  const both = async (context: unknown, headers = {}) =>
    [
      [await evaluateAll(context, headers), undefined],
      [await evaluate("on", context, headers), "on"],
    ] as const;

  it.each<[name: string, context: unknown, errorCode: string]>([
    ["a targetingKey that is no text", { targetingKey: 7 }, "INVALID_CONTEXT"],
    ["a targetingKey of 501 characters", { targetingKey: "x".repeat(501) }, "INVALID_CONTEXT"],
    ["a context that is a text", "tenant-1", "INVALID_CONTEXT"],
    ["a context that is null", null, "INVALID_CONTEXT"],
    ["a context that is a list", [], "INVALID_CONTEXT"],
    ["an env that is no text", { targetingKey: "x", env: 7 }, "INVALID_CONTEXT"],
    ["an attribute named __proto__", JSON.parse('{"targetingKey":"x","__proto__":{}}'), "INVALID_CONTEXT"],
    ["NUL in an attribute", { targetingKey: "x", a: "\0" }, "INVALID_CONTEXT"],
  ])("%s is 400", async (_, context, errorCode) => {
    for (const [answer, flagKey] of await both(context)) expectFailure(answer, 400, errorCode, flagKey);
  });

  it.each([
    ["half a JSON", "{", "application/json", 400],
    ["no body", "", "application/json", 400],
    ["another type", "context=1", "application/x-www-form-urlencoded", 415],
  ])("%s is PARSE_ERROR", async (_, body, contentType, status) => {
    for (const [target, flagKey] of [
      [path, undefined],
      [`${path}/on`, "on"],
    ] as const) {
      const headers = { ...bearer(key), "content-type": contentType };
      expectFailure(
        await send({ method: "POST", path: target, headers, body }),
        status,
        "PARSE_ERROR",
        flagKey,
      );
    }
  });

  it("a missing key is 401, a bad one 401, with the specification's words", async () => {
    for (const [headers, status, message] of [
      [{ authorization: "" }, 401, "Missing API key"],
      [{ authorization: "", cookie: site.owner.cookie }, 401, "Missing API key"],
      [bearer("fk_x"), 401, "Invalid or revoked API key"],
    ] as const) {
      for (const [answer, flagKey] of await both(subject(), headers)) {
        expect(expectFailure(answer, status, "GENERAL", flagKey).error).toBe(message);
      }
    }
  });

  it("x-api-key opens it like a bearer", async () => {
    expect((await evaluateAll(subject(), { authorization: "", "x-api-key": key })).status).toBe(200);
  });
});

describe("pages of any origin", () => {
  const origin = "https://app.example.com";

  it("may read every answer", async () => {
    const etag = String((await evaluateAll(subject())).headers.etag);
    for (const [answer, status] of [
      [await evaluateAll(subject(), { origin }), 200],
      [await evaluateAll(subject(), { origin, "if-none-match": etag }), 304],
      [await evaluateAll({ targetingKey: 7 }, { origin }), 400],
      [await evaluate("nothing", subject(), { origin }), 404],
      [await evaluate("on", subject(), { origin, authorization: "" }), 401],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
      expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
      const exposed = String(answer.headers["access-control-expose-headers"]).split(/,\s*/);
      expect(exposed).toEqual(expect.arrayContaining(["ETag", "Retry-After"]));
    }
  });

  it("are told by a preflight what they may send", async () => {
    for (const target of [path, `${path}/on`]) {
      const headers = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,authorization,x-api-key,if-none-match",
      };
      const answer = await send({ method: "OPTIONS", path: target, headers });
      expect(answer.status).toBe(204);
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
      expect(answer.headers["access-control-allow-methods"]).toBe("POST");
      const allowed = String(answer.headers["access-control-allow-headers"]).split(/,\s*/);
      expect(allowed).toEqual(["Authorization", "X-API-Key", "Content-Type", "If-None-Match"]);
    }
  });
});
