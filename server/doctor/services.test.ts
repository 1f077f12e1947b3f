import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { describe, expect, test } from "vitest";
import { freePort } from "@/e2e/free-port";
import { startRedisServer } from "@/lib/platform/bus/fixtures/redis-server";
import { startTcpProxy } from "@/lib/platform/bus/fixtures/tcp-proxy";
import { parseEnv } from "@/lib/platform/env/parse-env";
import { resolveLocalNames } from "@/lib/platform/process/local-names";
import { checkAppUrl, checkMockDomain, checkPort } from "./check-addresses";
import { checkBus } from "./check-bus";
import { checkMail } from "./check-mail";
import { clockFinding } from "./clock";
import { answering, cleanUpAfterAll, cleanups, password, said, written } from "./fixtures/said";

cleanUpAfterAll();

/** A port on which connections are taken and nothing is said. */
async function silent(): Promise<number> {
  const proxy = await startTcpProxy({ host: "127.0.0.1", port: 9 });
  proxy.hang();
  cleanups.push(proxy.stop);
  return proxy.port;
}

const at = (port: number) => `http://127.0.0.1:${port}`;

describe("redis", () => {
  const look = (url: string, withinMs?: number) => said(checkBus(parseEnv({ REDIS_URL: url })), withinMs);

  test("that answers, refuses, is not there, or silent", async () => {
    const redis = await startRedisServer({ password });
    cleanups.push(redis.stop);
    const host = new URL(redis.url).host;
    expect(await look(`redis://:${written}@${host}`)).toMatch(/^good: answers PING in \d+\.\d ms$/);
    expect(await look(`redis://:hunter22@${host}`)).toMatch(/^bad: can't be used: .*NOAUTH/);
    expect(await look(`redis://:${written}@127.0.0.1:${await freePort()}`)).toMatch(/^bad: .*ECONNREFUSED/);
    expect(await look(`redis://127.0.0.1:${await silent()}`, 300)).toBe("bad: no answer within 0.3 s");
  });

  test("is not needed for one process", async () => {
    expect(await said(checkBus(parseEnv({})))).toMatch(/^good: none, and none is needed/);
  });
});

test.each<[number, unknown, Record<string, string>, RegExp]>([
  [200, { result: "PONG" }, {}, /^good: answers PING in \d+\.\d ms\ngood: agrees with that of Upstash$/],
  [
    200,
    { result: "PONG" },
    { date: "Sat, 01 Jan 2000 00:00:00 GMT" },
    /^good: .*\nbad: \d+\.\d s ahead of that of/,
  ],
  [401, { error: "WRONGPASS hunter22" }, {}, /^bad: refuses the token$/],
  [500, "<html>", {}, /^bad: answers 500/],
  [302, {}, { location: "http://127.0.0.1:9" }, /^bad: can't be reached/],
])("Upstash that answers %i %j %j", async (status, body, headers, expected) => {
  const url = at(await answering(status, body, headers));
  const env = parseEnv({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: "hunter22" });
  expect(await said(checkBus(env))).toMatch(expected);
});

describe("mail", () => {
  const MAIL_FROM = "Fieldkit <notes@fieldkit.example>";
  const smtp = (url: string, withinMs?: number) =>
    said(checkMail(parseEnv({ SMTP_URL: url, MAIL_FROM })), withinMs);

  test("over SMTP signs in and sends nothing", async () => {
    let sent = 0;
    const server = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      closeTimeout: 100,
      onAuth: (given, _, done) =>
        given.password === password ? done(null, { user: "u" }) : done(new Error(`not ${given.password}`)),
      onMailFrom: (_address, _session, done) => {
        sent += 1;
        done();
      },
    });
    server.on("error", () => {});
    server.listen(0, "127.0.0.1");
    await once(server.server, "listening");
    cleanups.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.server.address() as AddressInfo;
    expect(await smtp(`smtp://u:${written}@127.0.0.1:${port}`)).toMatch(/^good: SMTP at .*it takes mail/);
    expect(await smtp(`smtp://u:hunter22@127.0.0.1:${port}`)).toMatch(
      /^bad: .*does not accept the credentials/,
    );
    expect(await smtp(`smtp://127.0.0.1:${await freePort()}`)).toMatch(
      /^bad: .*was not reached.*ECONNREFUSED/,
    );
    expect(await smtp(`smtp://127.0.0.1:${await silent()}`, 300)).toBe("bad: no answer within 0.3 s");
    expect(sent).toBe(0);
  });

  const domain = (name: string, status: string) => ({ data: [{ id: "1", name, status }] });

  test.each<[number, unknown, RegExp]>([
    [200, domain("fieldkit.example", "verified"), /^good: .*fieldkit\.example is verified/],
    [200, domain("fieldkit.example", "pending"), /^bad: .*fieldkit\.example is not verified/],
    [200, domain("other.example", "verified"), /^bad: .*is not verified/],
    [401, { name: "restricted_api_key", statusCode: 401, message: "only to send" }, /^good: .*key may send/],
    [
      401,
      { name: "invalid_api_key", statusCode: 401, message: "re_hunter22" },
      /^bad: .*does not accept the cred/,
    ],
    [500, "<html>", /^bad: /],
  ])("over Resend that answers %i %j", async (status, body, expected) => {
    const baseUrl = at(await answering(status, body));
    const env = parseEnv({ RESEND_API_KEY: "re_hunter22", RESEND_BASE_URL: baseUrl, MAIL_FROM });
    expect(await said(checkMail(env))).toMatch(expected);
  });

  test.each([
    ["http://localhost:3000", /^good: kept in the outbox/],
    ["https://fieldkit.example", /^note: kept in the outbox/],
  ])("that is kept, at %s", async (APP_URL, expected) => {
    expect(await said(checkMail(parseEnv({ APP_URL })))).toMatch(expected);
  });
});

test.each<[Record<string, string[]>, RegExp]>([
  [
    { "*.mocks.example": ["192.0.2.1"], "app.example": ["192.0.2.1"] },
    /^good: \*\.mocks\.example leads to 192\.0\.2\.1$/,
  ],
  [{ "*.mocks.example": ["192.0.2.1"], "app.example": ["192.0.2.2"] }, /^note: /],
  [{ "*.mocks.example": ["192.0.2.1"] }, /^good: /],
  [{ "app.example": ["192.0.2.2"] }, /^bad: doctor-[0-9a-f]{8}\.mocks\.example can't be resolved: ENOTFOUND/],
])("with names %j, the mock domain is %s", async (names, expected) => {
  const resolve = async (host: string) => {
    const found = names[host.replace(/^doctor-\w+/, "*")];
    if (!found) throw new Error("ENOTFOUND");
    return found;
  };
  const env = parseEnv({ MOCK_DOMAIN: "mocks.example:8443", APP_URL: "https://app.example" });
  expect(await said(checkMockDomain(env, resolve))).toMatch(expected);
  expect(await said(checkMockDomain(parseEnv({}), resolve))).toMatch(
    /^good: \*\.mock\.localhost is this machine/,
  );
});

const ready = { status: "ok", database: "ok", bus: "ok" };
const away = { error: "The database is not reachable.", code: "unavailable", requestId: "1" };

test.each<[number, unknown, RegExp, RegExp]>([
  [200, ready, /^good: Fieldkit answers .*and is ready$/, /^good: .*and is ready/],
  [200, { ...ready, bus: "degraded" }, /^note: .*its bus is degraded/, /^note: .*degraded/],
  [503, away, /^bad: .*not ready: The database is not reachable/, /^bad: .*not ready/],
  [200, { hello: "world" }, /^bad: Fieldkit can't listen there: Port \d+ is in use/, /^bad: something else/],
  [
    502,
    "<html>",
    /^bad: Fieldkit can't listen there/,
    /^bad: .* answers 502: the proxy doesn't reach Fieldkit/,
  ],
])("where %i %j is answered", async (status, body, expected, expectedOfUrl) => {
  const port = await answering(status, body);
  const env = parseEnv({
    PORT: String(port),
    HOST: "127.0.0.1",
    APP_URL: at(port).replace("127.0.0.1", "[::ffff:127.0.0.1]"),
  });
  expect(await said(checkPort(env))).toMatch(expected);
  expect(await said(checkAppUrl(env))).toMatch(expectedOfUrl);
});

test("a name below localhost is this machine", async () => {
  resolveLocalNames();
  const port = await answering(200, ready);
  const env = parseEnv({ PORT: "1", APP_URL: `http://fieldkit.localhost:${port}` });
  expect(await said(checkAppUrl(env))).toMatch(/^good: Fieldkit answers at http:\/\/fieldkit\.localhost/);
});

test("where nobody answers", async () => {
  const port = await freePort();
  const env = parseEnv({ PORT: String(port), HOST: "127.0.0.1", APP_URL: `http://app.invalid:${port}` });
  expect(await said(checkPort(env))).toBe(`good: port ${port} is free; Fieldkit does not run here`);
  expect(await said(checkAppUrl(env))).toMatch(/^note: .*can't be reached from here/);
  expect(await said(checkAppUrl(parseEnv({})))).toBe("good: http://localhost:3000 is this machine");
});

test.each<[number, number, string]>([
  [10_000, 0, "good"],
  [12_500, 0, "good"],
  [7_500, 0, "note"],
  [13_001, 0, "note"],
  [7_500, 1000, "good"],
  [80_000, 0, "bad"],
  [-60_000, 0, "bad"],
])(
  "a clock that says %i ms and leaves out %i, asked from 10,000 to 11,000, is %s",
  (theirs, exact, state) => {
    expect(clockFinding("it", theirs, [10_000, 11_000], exact).state).toBe(state);
  },
);
