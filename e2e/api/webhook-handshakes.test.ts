import { beforeAll, describe, expect, it } from "vitest";
import { type Call, issuePaths } from "./client";
import { createSite, done, type Site, type Webhook } from "./fixtures";
import { createInbox, type Inbox, sendRaw } from "./inbox";

let site: Site;
let inbox: Inbox;
beforeAll(async () => {
  site = await createSite();
  // Nobody has set anything up in it.
  inbox = await createInbox(site);
});

const usual = ["slack", "meta", "microsoft-graph", "dropbox", "cloudevents"];

/** A sender's request byte for byte as its documentation or its log has it, but for the inbox's address and the connection. */
async function sendAsIs(lines: readonly string[], body = "", into = inbox) {
  const sent = [...lines, `Content-Length: ${Buffer.byteLength(body)}`, "Connection: close"]
    .join("\r\n")
    .replaceAll("{path}", into.path)
    .replaceAll("{host}", site.host);
  const text = await sendRaw(`${sent}\r\n\r\n${body}`, () => false);
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...headerLines] = text.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    headerLines.map((line) => {
      const [name = "", ...value] = line.split(": ");
      return [name.toLowerCase(), value.join(": ")];
    }),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: text.slice(end + 4) };
}

describe("an inbox that nobody has set up", () => {
  it("completes Slack's verification of a Request URL", async () => {
    const answer = await sendAsIs(
      [
        "POST {path} HTTP/1.1",
        "Host: {host}",
        "User-Agent: Slackbot 1.0 (+https://api.slack.com/robots)",
        "Accept-Encoding: gzip,deflate",
        "Accept: */*",
        "X-Slack-Signature: v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
        "X-Slack-Request-Timestamp: 1531420618",
        "Content-Type: application/json",
      ],
      '{"token":"Jhj5dZrVaK7ZwHHjRyZWjbDl","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P","type":"url_verification"}',
    );
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.body).toBe("3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P");
    expect(await inbox.newest()).toMatchObject({ method: "POST", size: 129 });
  });

  it("completes Meta's verification request", async () => {
    const answer = await sendAsIs([
      "GET {path}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=meatyhamhock HTTP/1.1",
      "Host: {host}",
      "User-Agent: facebookplatform/1.0 (+http://developers.facebook.com)",
      "Accept: */*",
    ]);
    expect([answer.status, answer.body]).toEqual([200, "1158201444"]);
    expect((await inbox.newest()).query).toMatchObject({ "hub.verify_token": "meatyhamhock" });
  });

  it("completes Microsoft Graph's validation, within its ten seconds", async () => {
    const start = performance.now();
    const answer = await sendAsIs([
      "POST {path}?validationToken=Validation%3a+Testing+client+application+reachability+for+subscription+Request-Id%3a+522a8e7e-096a-494c-aaf1-ac0dcfca45b7 HTTP/1.1",
      "Host: {host}",
      "Content-Type: text/plain; charset=utf-8",
    ]);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
    expect(answer.body).toBe(
      "Validation: Testing client application reachability for subscription Request-Id: 522a8e7e-096a-494c-aaf1-ac0dcfca45b7",
    );
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("completes Dropbox's challenge", async () => {
    const answer = await sendAsIs([
      "GET {path}?challenge=wQbTvNs7GTrSQZLDaCFIWYXsJfQsIErR HTTP/1.1",
      "Host: {host}",
      "Accept-Encoding: gzip,deflate",
      "Accept: */*",
      "User-Agent: DropboxWebhooks/1.0",
    ]);
    expect([answer.status, answer.body]).toEqual([200, "wQbTvNs7GTrSQZLDaCFIWYXsJfQsIErR"]);
    expect(answer.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "no-store",
    });
  });

  it("gives the permission that CloudEvents asks for, and does not call anybody back", async () => {
    const answer = await sendAsIs([
      "OPTIONS {path}?topic=orders HTTP/1.1",
      "Host: {host}",
      "WebHook-Request-Origin: eventgrid.azure.net",
      "WebHook-Request-Callback: https://rp-eastus.eventgrid.azure.net:553/validate?id=1",
      "WebHook-Request-Rate: 120",
    ]);
    expect([answer.status, answer.body]).toEqual([200, ""]);
    expect(answer.headers).toMatchObject({
      allow: "POST",
      "webhook-allowed-origin": "eventgrid.azure.net",
      "webhook-allowed-rate": expect.stringMatching(/^(?:\d+|\*)$/),
    });
    expect(await inbox.newest()).toMatchObject({ method: "OPTIONS" });
  });

  it("gives Twilio the usual answer", async () => {
    expect((await inbox.capture(twilioCall)).json()).toMatchObject({ success: true });
  });

  it.each<[string, Partial<Call>]>([
    ["an ordinary POST", { method: "POST", body: '{"type":"order.paid","challenge":"abc"}' }],
    ["markup instead of a challenge", { path: "?challenge=%3Cscript%3Ealert(1)%3C/script%3E" }],
    ["a line break in a challenge", { path: "?challenge=a%0d%0aSet-Cookie:a=b" }],
    ["a challenge of 1001 characters", { path: `?challenge=${"a".repeat(1001)}` }],
    ["markup in Slack's challenge", slackCall("<img src=x>")],
    ["an endless challenge of Slack's", slackCall("a".repeat(100_000))],
    ["a token of Graph's with a NUL", { method: "POST", path: "?validationToken=a%00b" }],
    ["an origin of CloudEvents that is none", cloudCall("https://evil.example/<b>")],
    ["a HEAD", { method: "HEAD", path: "?challenge=abc" }],
  ])("takes %s for an ordinary request", async (_, call) => {
    const before = (await inbox.newest()).sequence;
    const answer = await inbox.capture(call);
    expect(answer.status).toBe(200);
    if (call.method !== "HEAD") expect(answer.json()).toMatchObject({ success: true });
    expect((await inbox.newest()).sequence).toBe(before + 1);
  });
});

const twilioCall: Partial<Call> = {
  method: "POST",
  headers: {
    "user-agent": "TwilioProxy/1.1",
    "x-twilio-signature": "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
  },
  body: "ToCountry=US&SmsMessageSid=SM1&NumMedia=0&Body=Hello&From=%2B15005550006&AccountSid=AC1",
};

function slackCall(challenge: string): Partial<Call> {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "url_verification", challenge }),
  };
}

function cloudCall(origin: string): Partial<Call> {
  return { method: "OPTIONS", headers: { "webhook-request-origin": origin } };
}

describe("settings", () => {
  it("are the usual ones of a new inbox, in the order of the presets and each once", async () => {
    expect(inbox.webhook).toMatchObject({ handshakes: usual, metaVerifyToken: null });
    const own = await createInbox(site, { handshakes: ["twilio", "slack", "twilio"], metaVerifyToken: "a" });
    expect(own.webhook).toMatchObject({ handshakes: ["slack", "twilio"], metaVerifyToken: "a" });
    const changed = await done<Webhook>(site.owner.put(own.api, { handshakes: ["meta"] }));
    expect(changed).toMatchObject({ handshakes: ["meta"], metaVerifyToken: "a", name: own.webhook.name });
  });

  it("hold from the next request on", async () => {
    const own = await createInbox(site, { handshakes: [] });
    const ask = () => own.capture({ path: "?challenge=abc" });
    expect((await ask()).json()).toMatchObject({ success: true });
    await done(site.owner.put(own.api, { handshakes: ["dropbox"] }));
    expect((await ask()).text()).toBe("abc");
    await done(site.owner.put(own.api, { handshakes: [] }));
    expect((await ask()).json()).toMatchObject({ success: true });
    expect(await own.requests()).toHaveLength(3);
  });

  it("a verify token lets only Meta's requests with it through; the others are captured, too", async () => {
    const own = await createInbox(site, { metaVerifyToken: "meatyhamhock" });
    const ask = (token: string) =>
      own.capture({ path: `?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}` });
    expect((await ask("meatyhamhock")).text()).toBe("1158201444");
    for (const other of ["", "meatyhamhoc", "meatyhamhocks", "MEATYHAMHOCK"]) {
      const refused = await ask(other);
      expect([refused.status, refused.json<{ code: string }>().code]).toEqual([403, "forbidden"]);
      expect(refused.text()).not.toContain("meaty");
    }
    expect(await own.requests()).toHaveLength(5);
  });

  it("Twilio gets an empty response if it is asked for", async () => {
    const own = await createInbox(site, { handshakes: ["twilio"] });
    const answer = await own.capture(twilioCall);
    expect([answer.status, answer.headers["content-type"], answer.text()]).toEqual([
      200,
      "text/xml",
      "<Response/>",
    ]);
    expect((await own.capture({ method: "POST" })).json()).toMatchObject({ success: true });
  });

  it("a handshake comes before the inbox's own answer, and does not wait for its delay", async () => {
    const response = { statusCode: 500, body: "down", delayMs: 20_000 };
    const own = await createInbox(site, { response, handshakes: ["dropbox"] });
    const start = performance.now();
    expect((await own.capture({ path: "?challenge=abc" })).text()).toBe("abc");
    expect(performance.now() - start).toBeLessThan(10_000);
    await done(site.owner.put(own.api, { response: { statusCode: 500, body: "down" } }));
    expect((await own.capture({ path: "?other=abc" })).status).toBe(500);
  });

  it.each<[string, unknown, string[]]>([
    ["handshakes", ["github"], ["handshakes.0"]],
    ["handshakes", "slack", ["handshakes"]],
    ["handshakes", null, ["handshakes"]],
    ["handshakes", Array(101).fill("slack"), ["handshakes"]],
    ["metaVerifyToken", "", ["metaVerifyToken"]],
    ["metaVerifyToken", "x".repeat(201), ["metaVerifyToken"]],
    ["metaVerifyToken", 7, ["metaVerifyToken"]],
  ])("%s: %j is refused", async (name, value, paths) => {
    const list = `/api/projects/${site.project.id}/webhooks`;
    expect(issuePaths(await site.owner.post(list, { name: "A", [name]: value }))).toEqual(paths);
    expect(issuePaths(await site.owner.put(inbox.api, { [name]: value }))).toEqual(paths);
  });
});
