import { describe, expect, test } from "vitest";
import { handshakePresets, usualHandshakes } from "./contract";
import { type HandshakeRequest, handshakeOf } from "./handshake";

type Given = Partial<Omit<HandshakeRequest, "body" | "rawUrl">> & { query?: string; body?: string };
const request = ({ query = "", body = "", ...rest }: Given): HandshakeRequest => ({
  method: "GET",
  rawHeaders: [],
  ...rest,
  rawUrl: `/api/webhook/abcdefghij123456${query}`,
  body: () => body,
});
const all = { handshakes: handshakePresets, metaVerifyToken: null };
const found = (given: Given, settings: Partial<typeof all> = {}) =>
  handshakeOf(request(given), { ...all, ...settings });
const echo = (preset: string, text: string) => ({ preset, kind: "echo", text });
const json = (value: unknown) => ({ method: "POST", body: JSON.stringify(value) });
const raw = (body: string) => ({ method: "POST", body });
const long = "x".repeat(1001);

describe("Slack's", () => {
  const challenge = "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P";
  test.each<[string, unknown]>([
    ["as it is documented", { token: "Jhj5dZrVaK7ZwHHjRyZWjbDl", challenge, type: "url_verification" }],
    ["with more in it", { challenge, type: "url_verification", api_app_id: "A1", nested: [{}] }],
  ])("%s", (_, value) => {
    expect(found(json(value))).toEqual(echo("slack", challenge));
  });

  test.each<[string, Given]>([
    ["another type", json({ type: "event_callback", challenge, text: "url_verification" })],
    ["no challenge", json({ type: "url_verification" })],
    ["a challenge that is no text", json({ type: "url_verification", challenge: { a: 1 } })],
    ["an empty challenge", json({ type: "url_verification", challenge: "" })],
    ["a list", json([{ type: "url_verification", challenge }])],
    ["null beside the word", raw('null "url_verification"')],
    ["a text", json("url_verification")],
    ["no JSON", raw('{"type":"url_verification",')],
    ["deep JSON", raw(`{"type":"url_verification","challenge":${"[".repeat(4000)}`)],
    ["another method", { ...json({ type: "url_verification", challenge }), method: "PUT" }],
    ["what is too long", json({ type: "url_verification", challenge: long })],
    ["markup", json({ type: "url_verification", challenge: "<script>alert(1)</script>" })],
    ["a name that everything inherits", raw(`{"type":"url_verification","__proto__":{"challenge":"a"}}`)],
  ])("not %s", (_, given) => {
    expect(found(given)).toBeUndefined();
  });
});

describe("Meta's", () => {
  const query = "?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=meatyhamhock";
  test.each<[string, string | null, object | undefined]>([
    ["any token where none is set", null, echo("meta", "1158201444")],
    ["the token that is set", "meatyhamhock", echo("meta", "1158201444")],
    ["another token", "meatyhamhoc", { preset: "meta", kind: "refused" }],
    ["a longer one", "meatyhamhock2", { preset: "meta", kind: "refused" }],
  ])("%s", (_, metaVerifyToken, answer) => {
    expect(found({ query }, { metaVerifyToken: metaVerifyToken as null })).toEqual(answer);
  });

  test.each<[string, string]>([
    ["without a token", "?hub.mode=subscribe&hub.challenge=1"],
    ["without a mode", "?hub.challenge=1&hub.verify_token=a"],
    ["that ends a subscription", query.replace("subscribe", "unsubscribe")],
    ["without a challenge", "?hub.mode=subscribe&hub.verify_token=a"],
    ["with two challenges", `${query}&hub.challenge=2`],
    ["with markup", query.replace("1158201444", "%3Cb%3E")],
    ["with a challenge of 1001 characters", query.replace("1158201444", long)],
    ["with a query of 5000 characters", `${query}&a=${"x".repeat(5000)}`],
  ])("not one %s", (_, query) => {
    expect(found({ query }, { metaVerifyToken: "b" as unknown as null })).toBeUndefined();
  });

  test("not by POST, which is how events come", () => {
    expect(found({ query, method: "POST" })).toBeUndefined();
  });
});

describe("Microsoft Graph's", () => {
  const sent =
    "?validationToken=Validation%3a+Testing+client+application+reachability+for+subscription+Request-Id%3a+0ffd8e2e-61c4-4a2c-a4bb-6a8b0b8b3b1e";
  const token =
    "Validation: Testing client application reachability for subscription Request-Id: 0ffd8e2e-61c4-4a2c-a4bb-6a8b0b8b3b1e";
  test.each<[string, Given, string]>([
    ["by POST, decoded", { method: "POST", query: sent }, token],
    ["by GET", { query: sent }, token],
    ["after other parameters", { method: "POST", query: "?tenant=1&validationToken=a%2Bb" }, "a+b"],
    ["SharePoint's spelling", { method: "POST", query: "?validationtoken=ab-12" }, "ab-12"],
    [
      "of 1000 characters",
      { method: "POST", query: `?validationToken=${"x".repeat(1000)}` },
      "x".repeat(1000),
    ],
  ])("%s", (_, given, text) => {
    expect(found(given)).toEqual(echo("microsoft-graph", text));
  });

  test.each<[string, Given]>([
    ["by PUT", { method: "PUT", query: sent }],
    ["by HEAD", { method: "HEAD", query: sent }],
    ["empty", { method: "POST", query: "?validationToken=" }],
    ["of 1001 characters", { method: "POST", query: `?validationToken=${long}` }],
    ["twice", { method: "POST", query: "?validationToken=a&validationToken=b" }],
    ["in another parameter's name", { method: "POST", query: "?my.validationToken=a" }],
    ["with markup", { method: "POST", query: "?validationToken=%3Cscript%3Ealert(1)%3C/script%3E" }],
    ["with a line break", { method: "POST", query: "?validationToken=a%0D%0ASet-Cookie:%20a=b" }],
    ["with a NUL", { method: "POST", query: "?validationToken=a%00" }],
    ["with what is no UTF-8", { method: "POST", query: "?validationToken=%ff" }],
    ["with letters beyond ASCII", { method: "POST", query: "?validationToken=%C3%A9" }],
    ["in the path", { method: "POST", query: "/validationToken=a" }],
  ])("not %s", (_, given) => {
    expect(found(given)).toBeUndefined();
  });
});

describe("Dropbox's", () => {
  test.each<[string, Given, string | undefined]>([
    ["a challenge", { query: "?challenge=Sg0h4MvZzJ1n-_9" }, "Sg0h4MvZzJ1n-_9"],
    ["a challenge beside a parameter of the address", { query: "?key=1&challenge=abc" }, "abc"],
    ["none by POST", { method: "POST", query: "?challenge=abc" }, undefined],
    ["none twice", { query: "?challenge=abc&challenge=abc" }, undefined],
    ["none of another name", { query: "?my_challenge=abc" }, undefined],
    ["none of another name with a point", { query: "?hub.challenge=abc" }, undefined],
    ["none in the path", { query: "/challenge=abc" }, undefined],
    ["no code", { query: "?challenge=alert(1)" }, undefined],
    ["no markup", { query: "?challenge=%3Csvg%20onload%3D1%3E" }, undefined],
    ["no quotes", { query: "?challenge=%22%27%60" }, undefined],
  ])("%s", (_, given, text) => {
    expect(found(given)).toEqual(text === undefined ? undefined : echo("dropbox", text));
  });
});

describe("that of CloudEvents", () => {
  test.each<[string, Given, string | undefined]>([
    ["Azure's", asking("eventgrid.azure.net"), "eventgrid.azure.net"],
    ["a host of one word", asking("localhost"), "localhost"],
    ["no request without the header", { method: "OPTIONS" }, undefined],
    ["no GET", { ...asking("a.example"), method: "GET" }, undefined],
    ["no empty origin", asking(""), undefined],
    ["no address", asking("https://a.example"), undefined],
    ["no list", asking("a.example, b.example"), undefined],
    ["no markup", asking("<b>"), undefined],
    ["no name of 254 characters", asking("a".repeat(254)), undefined],
  ])("%s", (_, given, origin) => {
    const allowed = { preset: "cloudevents", kind: "allowed", origin };
    expect(found(given)).toEqual(origin === undefined ? undefined : allowed);
  });

  function asking(origin: string): Given {
    const rawHeaders = [
      ["WebHook-Request-Origin", origin],
      ["WebHook-Request-Rate", "120"],
      ["WebHook-Request-Callback", "https://a.example/confirm?id=1"],
    ] as const;
    return { method: "OPTIONS", rawHeaders };
  }
});

test("Twilio's requests are known by their signature, whatever their method", () => {
  const rawHeaders = [["X-Twilio-Signature", "RSOYDt4T1cUTdK1PDd93/VVr8B8="]] as const;
  const answer = { preset: "twilio", kind: "empty response" };
  expect(found({ method: "POST", rawHeaders })).toEqual(answer);
  expect(found({ rawHeaders })).toEqual(answer);
  expect(found({ method: "POST", rawHeaders: [["X-Twilio-Signature-2", ""]] })).toBeUndefined();
  expect(found({ method: "POST", rawHeaders }, { handshakes: usualHandshakes as never })).toBeUndefined();
});

test("only what is asked for is completed", () => {
  expect(found({ query: "?challenge=abc" }, { handshakes: ["slack", "meta"] as never })).toBeUndefined();
  expect(found({ query: "?challenge=abc" }, { handshakes: [] as never })).toBeUndefined();
});

test("ordinary requests are none, and nothing throws, whatever bytes it is made of", () => {
  const parts = [
    ...["", "?", "&", "=", "%", "%0", "hub.", "hub.mode=subscribe", "hub.challenge=", "hub.verify_token=%"],
    ...[
      "challenge=",
      "validationToken=",
      '{"type":"url_verification"',
      '"challenge":',
      "}",
      "\0",
      "\ud800",
      "é",
    ],
  ];
  const methods = ["GET", "POST", "OPTIONS", "", "ü"];
  const random = randomOf(1);
  const text = () => Array.from({ length: random(6) }, () => parts[random(parts.length)] ?? "").join("");
  for (let round = 0; round < 20_000; round += 1) {
    const handshake = handshakeOf(
      {
        method: methods[random(methods.length)] ?? "",
        rawUrl: text(),
        rawHeaders: [
          [text(), text()],
          ["webhook-request-origin", text()],
        ],
        body: text,
      },
      { handshakes: handshakePresets, metaVerifyToken: round % 2 ? text() : null },
    );
    if (handshake?.kind === "echo") expect(handshake.text).toMatch(/^[\w .~:;,/@+=|-]{1,1000}$/);
  }
});

/** Whole numbers below a bound, the same in every run. */
function randomOf(seed: number) {
  let state = seed;
  return (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
