import { expect, test, vi } from "vitest";
import { trustProxy } from "./mock-hostname";
import { EnvError, parseEnv } from "./parse-env";

test("an empty environment is complete", () => {
  expect(parseEnv({})).toMatchObject({
    port: 3000,
    appUrl: "http://localhost:3000",
    databaseUrl: undefined,
    redisUrl: undefined,
    upstash: undefined,
  });
});

test.each([
  "redis://localhost",
  "redis://127.0.0.1:6379/",
  "rediss://default:p%40ss@cache.example.com:6380/3",
  "redis://:secret@[::1]:6379",
])("REDIS_URL can be %s", (url) => {
  expect(parseEnv({ REDIS_URL: url }).redisUrl).toBe(url);
});

test.each([
  "localhost:6379",
  "http://localhost:6379",
  "redis://",
  "redis://host/mine",
  "redis://host:port",
  "redis://user:100%@host",
])("REDIS_URL can't be %s, and the message says how it is written", (url) => {
  expect(() => parseEnv({ REDIS_URL: url })).toThrow(/REDIS_URL: must be redis\[s\]:\/\//);
});

test.each([
  [{}, "info", "off"],
  [{ LOG_LEVEL: "warn", LOG_REQUESTS: "on" }, "warn", "on"],
  [{ LOG_LEVEL: "silent", LOG_REQUESTS: "errors" }, "silent", "errors"],
])("%j sets what the log gets", (source, logLevel, logRequests) => {
  expect(parseEnv(source)).toMatchObject({ logLevel, logRequests });
});

test("a token for metrics is no short one", () => {
  expect(parseEnv({ METRICS_TOKEN: " 0123456789abcdef " }).metricsToken).toBe("0123456789abcdef");
  expect(parseEnv({}).metricsToken).toBeUndefined();
  expect(() => parseEnv({ METRICS_TOKEN: "short" })).toThrow(
    "METRICS_TOKEN: must have at least 16 characters",
  );
});

test.each([
  [{}, undefined],
  [{ OTEL_TRACES_SAMPLER_ARG: "0.1" }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://a:4318/" }, { endpoint: "http://a:4318", ratio: 1 }],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "https://a/otlp", OTEL_TRACES_SAMPLER_ARG: "0.05" },
    { endpoint: "https://a/otlp", ratio: 0.05 },
  ],
])("%j sends traces to %j", (source, traces) => {
  expect(parseEnv(source).traces).toEqual(traces);
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "a:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT: must be an http(s) address"],
  [{ OTEL_TRACES_SAMPLER_ARG: "10" }, "OTEL_TRACES_SAMPLER_ARG: must be at most 1"],
  [{ OTEL_TRACES_SAMPLER_ARG: "all" }, "OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1"],
])("%j is no place for traces", (source, problem) => {
  expect(() => parseEnv(source)).toThrow(problem);
});

test("faulty settings of the log are told with what they can be", () => {
  expect(() => parseEnv({ LOG_LEVEL: "loud", LOG_REQUESTS: "yes" })).toThrow(
    /LOG_LEVEL: must be one of trace.*LOG_REQUESTS: must be on, errors or off/s,
  );
});

test("a password is not repeated in a message", () => {
  const attempt = () => parseEnv({ REDIS_URL: "redis://user:hunter2@host/mine" });
  expect(attempt).toThrow(EnvError);
  expect(attempt).not.toThrow(/hunter2/);
});

test("Upstash is its address without trailing slash and its token", () => {
  const source = { UPSTASH_REDIS_REST_URL: "https://x.upstash.io/", UPSTASH_REDIS_REST_TOKEN: " token " };
  expect(parseEnv(source).upstash).toEqual({ url: "https://x.upstash.io", token: "token" });
});

test.each([
  { given: { UPSTASH_REDIS_REST_URL: "https://x.upstash.io" }, missing: "UPSTASH_REDIS_REST_TOKEN" },
  { given: { UPSTASH_REDIS_REST_TOKEN: "token" }, missing: "UPSTASH_REDIS_REST_URL" },
])("half of Upstash is an error that names $missing", ({ given, missing }) => {
  expect(() => parseEnv(given)).toThrow(`${missing}: must be set together with`);
});

test.each([
  [{}, { service: "outbox" }],
  [{ MAIL_FROM: "a@b.example" }, { service: "outbox" }],
  [
    { RESEND_API_KEY: "re_1", MAIL_FROM: "Ada <a@b.example>" },
    { service: "resend", apiKey: "re_1", baseUrl: undefined, from: "Ada <a@b.example>" },
  ],
  [
    { SMTP_URL: "smtp://mail.example", MAIL_FROM: "a@b.example" },
    { service: "smtp", host: "mail.example", port: 587, secure: false, auth: undefined, from: "a@b.example" },
  ],
  [
    { SMTP_URL: "smtps://u%40x:p%2F@[::1]", MAIL_FROM: "a@b.example" },
    {
      service: "smtp",
      host: "::1",
      port: 465,
      secure: true,
      auth: { user: "u@x", pass: "p/" },
      from: "a@b.example",
    },
  ],
])("%j is mail over %j", (source, mail) => {
  expect(parseEnv(source).mail).toEqual(mail);
});

test.each([
  [{ RESEND_API_KEY: "re_1" }, "MAIL_FROM: must be set together with RESEND_API_KEY"],
  [{ SMTP_URL: "smtp://x" }, "MAIL_FROM: must be set together with SMTP_URL"],
  [
    { SMTP_URL: "smtp://x", RESEND_API_KEY: "re_1", MAIL_FROM: "a@b.example" },
    "SMTP_URL: must not be set together with RESEND_API_KEY",
  ],
  [{ SMTP_URL: "mail.example:25", MAIL_FROM: "a@b.example" }, "SMTP_URL: must be smtp[s]://"],
  [{ SMTP_URL: "smtp://u:hunter2%@x", MAIL_FROM: "a@b.example" }, "SMTP_URL: must be smtp[s]://"],
  [{ SMTP_URL: "smtp://x/?pool=true", MAIL_FROM: "a@b.example" }, "SMTP_URL: must be smtp[s]://"],
  [{ MAIL_FROM: "nobody" }, "MAIL_FROM: must be an address"],
  [{ MAIL_FROM: "a\r\nBcc: b <a@b.example>" }, "MAIL_FROM: must be an address"],
])("%j is refused: %s", (source, message) => {
  const attempt = () => parseEnv(source);
  expect(attempt).toThrow(message);
  expect(attempt).not.toThrow(/hunter2/);
});

test("all faulty variables are named at once", () => {
  const source = { PORT: "none", REDIS_URL: "none", UPSTASH_REDIS_REST_TOKEN: "token" };
  expect(() => parseEnv(source)).toThrow(/PORT: .*\n.*REDIS_URL: .*\n.*UPSTASH_REDIS_REST_URL: /);
});

test("with a key a model writes, at OpenAI unless another server is named", () => {
  expect(parseEnv({ OPENAI_BASE_URL: "http://127.0.0.1:11434/v1" }).ai).toBeUndefined();
  expect(parseEnv({ OPENAI_API_KEY: " sk-1 " }).ai).toEqual({
    apiKey: "sk-1",
    baseUrl: "https://api.openai.com/v1",
    model: "gpt-4.1-mini",
  });
  const local = { OPENAI_API_KEY: "x", OPENAI_BASE_URL: "http://127.0.0.1:11434/v1/", AI_MODEL: "qwen3:8b" };
  expect(parseEnv(local).ai).toMatchObject({ baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3:8b" });
  expect(() => parseEnv({ OPENAI_BASE_URL: "127.0.0.1:11434" })).toThrow(/OPENAI_BASE_URL: must be/);
  expect(() => parseEnv({ OPENAI_BASE_URL: "https://ada:hunter2@ai.example/v1" })).toThrow(
    /OPENAI_BASE_URL: must not carry(?!.*hunter2)/,
  );
});

test("QUOTAS changes single quotas and leaves the others", () => {
  const { quotas } = parseEnv({ QUOTAS: "mocks=20000, captureBytes=2g,releaseBytes=5000" });
  expect(quotas).toEqual({
    ...parseEnv({}).quotas,
    mocks: 20_000,
    captureBytes: 2 * 1024 ** 3,
    releaseBytes: 5000,
  });
});

test.each([
  "mocks",
  "mocks=",
  "mocks=many",
  "mocks=-1",
  "mocks=1k",
  "rabbits=2",
  "toString=1",
  "__proto__=1",
])("QUOTAS can't be %s, and the message says how it is written", (value) => {
  expect(() => parseEnv({ QUOTAS: value })).toThrow(/QUOTAS: (must list quotas such as|mocks is a number)/);
});

test("an operator's token serves the owners that are named, and nobody without", () => {
  const given = { GITHUB_TOKEN: "gh", GITHUB_TOKEN_OWNERS: " Acme, umbrella,", GITLAB_TOKEN: "gl" };
  expect(parseEnv(given).forgeTokens).toEqual({
    github: { token: "gh", owners: ["acme", "umbrella"] },
    gitlab: undefined,
  });
});

test.each([
  { GITHUB_TOKEN_OWNERS: "acme/shop" },
  { GITHUB_TOKEN_OWNERS: "*" },
  { GITLAB_TOKEN_OWNERS: "acme/" },
  { GITLAB_TOKEN_OWNERS: ".." },
])("owners can't be %j", (given) => {
  expect(() => parseEnv(given)).toThrow(/TOKEN_OWNERS: must list owners such as/);
});

test("AUTH_SECRET_PREVIOUS lists secrets, and a short one is not repeated", () => {
  const [one, two] = ["1".repeat(32), "2".repeat(40)];
  expect(parseEnv({ AUTH_SECRET_PREVIOUS: `${one}, ${two},` }).authSecretsBefore).toEqual([one, two]);
  const attempt = () => parseEnv({ AUTH_SECRET_PREVIOUS: `${one},hunter2` });
  expect(attempt).toThrow(/AUTH_SECRET_PREVIOUS: must list secrets/);
  expect(attempt).not.toThrow(/hunter2/);
});

/** Functions of a platform have to have these. */
const shared = { DATABASE_URL: "postgres://db/fieldkit", AUTH_SECRET: "s".repeat(32) };

test.each([
  [{}, { hops: 0 }],
  [{ VERCEL: "1" }, { hops: 1 }],
  [{ VERCEL: "1", TRUST_PROXY: "off" }, { hops: 0 }],
  [{ TRUST_PROXY: "on" }, { hops: 1 }],
  [{ TRUST_PROXY: " 2 " }, { hops: 2 }],
])("%j trusts %j, and the middleware reads the same", (source: Record<string, string>, trust) => {
  for (const name of ["VERCEL", "TRUST_PROXY"]) vi.stubEnv(name, source[name] ?? "");
  expect(parseEnv({ ...source, ...shared }).trustProxy).toEqual(trust);
  expect(trustProxy()).toEqual(trust);
  vi.unstubAllEnvs();
});

test("TRUST_PROXY can be networks, and says so when it is nothing that is known", () => {
  expect(parseEnv({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toMatchObject({
    networks: [
      [{}, 8],
      [{}, 128],
    ],
  });
  expect(() => parseEnv({ TRUST_PROXY: "yes" })).toThrow(/TRUST_PROXY: must be off, on, a number/);
});

test("everybody gets an account unless SIGN_UP says otherwise", () => {
  expect(parseEnv({}).signUp).toBe("open");
  expect(parseEnv({ SIGN_UP: "invited" }).signUp).toBe("invited");
  expect(() => parseEnv({ SIGN_UP: "on" })).toThrow(/SIGN_UP: must be open, invited or closed/);
});
