import { z } from "zod";
import { howTrustIsWritten, type ProxyTrust, parseProxyTrust } from "../hosts/proxy-trust";
import type { Quotas } from "../quotas/quotas";
import { type ForgeTokens, forgeTokens, forgeVariables } from "./forge-settings";
import { type LogLevel, type LogRequests, logVariables } from "./log-settings";
import { type MailSettings, mailProblems, mailSettings, mailVariables } from "./mail-settings";
import { isOnPlatform, missingOnPlatform, platformAddress } from "./platform-settings";
import { type ProcessSettings, processSettings, processVariables } from "./process-settings";
import { defaultQuotas, quotaList } from "./quota-settings";
import { type TraceSettings, traceVariables } from "./trace-settings";

/**
 * Everything that can be configured, parsed from environment variables.
 * Addresses carry no trailing slash; `mockDomain` keeps its port, `mockHostname` has none.
 */
export type Env = ProcessSettings & {
  /** Whether a platform runs this as functions, many at a time, each frozen between requests. */
  isServerless: boolean;
  trustProxy: ProxyTrust;
  dataDir: string;
  appUrl: string;
  mockDomain: string;
  mockHostname: string;
  wsUrl: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  upstash: { url: string; token: string } | undefined;
  authSecret: string | undefined;
  /** Secrets that came before it, which still open what they sealed. */
  authSecretsBefore: string[];
  /** The model that writes release notes; undefined when rules write them. */
  ai: AiSettings | undefined;
  mail: MailSettings;
  /** Whether recipients of releases who are outside the team are asked first. */
  confirmRecipients: boolean;
  /** The operator's tokens for reading repositories on github.com and gitlab.com. */
  forgeTokens: ForgeTokens;
  /** Bearer token that starts the scheduled work. */
  cronSecret: string | undefined;
  github: OAuthClient | undefined;
  google: OAuthClient | undefined;
  /** Who gets an account by themselves: everybody, people with an invitation, or nobody. */
  signUp: "open" | "invited" | "closed";
  rateLimit: boolean;
  /** The least level of lines in the log. */
  logLevel: LogLevel;
  logRequests: LogRequests;
  /** Bearer token that `/metrics` wants; undefined when there are none. */
  metricsToken: string | undefined;
  traces: TraceSettings | undefined;
  /** How much there may be of everything. */
  quotas: Quotas;
  /** Origins that are exempt from the https and public-address rules for addresses that people supply. */
  outboundAllow: string[];
  /** Largest captured body, in bytes. */
  captureMaxBytes: number;
};

/** A server that speaks OpenAI's chat completions; `baseUrl` is what comes before `/chat/completions`. */
export type AiSettings = { apiKey: string; baseUrl: string; model: string };

export type OAuthClient = { clientId: string; clientSecret: string };

/** Thrown once with all faulty variables together. The message is meant for the operator. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

const origin = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address such as https://fieldkit.example.com" })
  .transform((value) => new URL(value))
  .refine((url) => url.pathname === "/" && !url.search && !url.hash, {
    error: "must not have a path, a query or a fragment",
  })
  .transform((url) => url.origin);

/** Origins as `URL.origin` writes them: lower-case, without default port. */
const originList = z.string().transform((value, context) => {
  const entries = value.split(",").map((each) => each.trim());
  const origins = entries
    .filter((each) => each !== "")
    .map((entry) => ({ entry, origin: plainOrigin(entry) }));
  for (const { entry } of origins.filter((each) => each.origin === undefined)) {
    context.addIssue(`must list origins such as http://127.0.0.1:9000, separated by commas; not "${entry}"`);
  }
  return [...new Set(origins.flatMap(({ origin }) => origin ?? []))];
});

/** Nothing but scheme, host and port; a wildcard or a trailing dot would never match a host. */
function plainOrigin(entry: string): string | undefined {
  if (!/^https?:\/\/[^/?#@\\*\s]+\/?$/i.test(entry) || !URL.canParse(entry)) return undefined;
  const url = new URL(entry);
  return url.hostname.endsWith(".") ? undefined : url.origin;
}

function isRedisUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, pathname, username, password } = new URL(value);
  if (!/^rediss?:$/.test(protocol) || hostname === "" || !/^\/?\d*$/.test(pathname)) return false;
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

/** One rule for each variable that people can set; `variables.ts` describes them. */
export const Variables = z.object({
  ...processVariables,
  TRUST_PROXY: z
    .string()
    .refine((text) => parseProxyTrust(text, false), { error: howTrustIsWritten })
    .optional(),
  DATA_DIR: z.string().default(".data"),
  APP_URL: origin.optional(),
  MOCK_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d{1,5})?$/i, {
      error: "must be a host name such as mock.example.com, port optional",
    })
    .transform((value) => value.toLowerCase())
    .optional(),
  WS_URL: z
    .url({ protocol: /^wss?$/, error: "must be a ws(s) address" })
    .transform((value) => value.replace(/\/+$/, ""))
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: "must begin with postgres:// or postgresql://" })
    .optional(),
  REDIS_URL: z
    .string()
    .refine(isRedisUrl, {
      error: "must be redis[s]://[user:password@]host[:port][/database number], the password percent-encoded",
    })
    .optional(),
  UPSTASH_REDIS_REST_URL: z
    .url({ protocol: /^https?$/, error: "must be an http(s) address" })
    .transform((value) => value.replace(/\/+$/, ""))
    .optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().trim().optional(),
  AUTH_SECRET: z.string().min(32, { error: "must have at least 32 characters" }).optional(),
  AUTH_SECRET_PREVIOUS: z
    .string()
    .transform((value) => value.split(",").flatMap((each) => each.trim() || []))
    .refine((secrets) => secrets.every((each) => each.length >= 32), {
      error: "must list secrets of at least 32 characters each, separated by commas",
    })
    .default([]),
  OPENAI_API_KEY: z.string().trim().optional(),
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/, error: "must be an http(s) address such as http://127.0.0.1:11434/v1" })
    .refine((value) => !/^[^/]*\/\/[^/?#]*@/.test(value), {
      error: "must not carry a user name or password; the key goes into OPENAI_API_KEY",
    })
    .transform((value) => value.replace(/\/+$/, ""))
    .default("https://api.openai.com/v1"),
  AI_MODEL: z.string().trim().max(200, { error: "must have at most 200 characters" }).default("gpt-4.1-mini"),
  ...mailVariables,
  ...forgeVariables,
  ...logVariables,
  ...traceVariables,
  CRON_SECRET: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  SIGN_UP: z
    .enum(["open", "invited", "closed"], { error: "must be open, invited or closed" })
    .default("open"),
  CAPTURE_MAX_BYTES: z.coerce
    .number({ error: "must be a number of bytes" })
    .int({ error: "must be a whole number of bytes" })
    .min(1, { error: "must be at least 1" })
    .max(64 * 1024 * 1024, { error: "must be at most 67108864" })
    .default(1_048_576),
  OUTBOUND_ALLOW: originList.default([]),
  QUOTAS: quotaList.default(defaultQuotas),
  RATE_LIMIT: z.enum(["on", "off"], { error: 'must be "on" or "off"' }).default("on"),
});

/**
 * Parses and completes the configuration. An empty variable counts as absent.
 * @throws {EnvError} naming every faulty variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = Variables.safeParse(present);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `  ${issue.path.join(".")}: ${issue.message}`),
    ...incompletePairs(present),
    ...mailProblems(present),
    ...missingOnPlatform(present),
  ];
  if (!parsed.success || problems.length > 0) {
    throw new EnvError(`The configuration is not valid:\n${problems.join("\n")}`);
  }
  const v = parsed.data;
  const mockDomain = v.MOCK_DOMAIN ?? `mock.localhost:${v.PORT}`;
  return {
    ...processSettings(v),
    isServerless: isOnPlatform(present),
    trustProxy: parseProxyTrust(v.TRUST_PROXY, isOnPlatform(present)) ?? { hops: 0 },
    dataDir: v.DATA_DIR,
    appUrl: v.APP_URL ?? platformAddress(present) ?? `http://localhost:${v.PORT}`,
    mockDomain,
    mockHostname: mockDomain.replace(/:\d+$/, ""),
    wsUrl: v.WS_URL ?? `ws://localhost:${v.PORT}`,
    databaseUrl: v.DATABASE_URL,
    redisUrl: v.REDIS_URL,
    upstash:
      v.UPSTASH_REDIS_REST_URL && v.UPSTASH_REDIS_REST_TOKEN
        ? { url: v.UPSTASH_REDIS_REST_URL, token: v.UPSTASH_REDIS_REST_TOKEN }
        : undefined,
    authSecret: v.AUTH_SECRET,
    authSecretsBefore: v.AUTH_SECRET_PREVIOUS,
    ai: v.OPENAI_API_KEY
      ? { apiKey: v.OPENAI_API_KEY, baseUrl: v.OPENAI_BASE_URL, model: v.AI_MODEL }
      : undefined,
    mail: mailSettings(v),
    confirmRecipients: v.MAIL_CONFIRM_RECIPIENTS === "on",
    forgeTokens: forgeTokens(v),
    cronSecret: v.CRON_SECRET,
    github: oauthClient(v.GITHUB_CLIENT_ID, v.GITHUB_CLIENT_SECRET),
    google: oauthClient(v.GOOGLE_CLIENT_ID, v.GOOGLE_CLIENT_SECRET),
    signUp: v.SIGN_UP,
    rateLimit: v.RATE_LIMIT === "on",
    logLevel: v.LOG_LEVEL,
    logRequests: v.LOG_REQUESTS,
    metricsToken: v.METRICS_TOKEN,
    traces: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: v.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    quotas: v.QUOTAS,
    outboundAllow: v.OUTBOUND_ALLOW,
    captureMaxBytes: v.CAPTURE_MAX_BYTES,
  };
}

/** Variables that make sense only together. */
const pairs = [["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"]] as const;

function incompletePairs(present: Record<string, unknown>): string[] {
  return pairs
    .flatMap(([one, other]) => [
      [one, other],
      [other, one],
    ])
    .filter(([missing = "", given = ""]) => given in present && !(missing in present))
    .map(([missing, given]) => `  ${missing}: must be set together with ${given}`);
}

function oauthClient(
  clientId: string | undefined,
  clientSecret: string | undefined,
): OAuthClient | undefined {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}
