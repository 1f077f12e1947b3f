import { z } from "zod";

/**
 * Everything that can be configured, parsed from environment variables.
 * Addresses carry no trailing slash; `mockDomain` keeps its port, `mockHostname` has none.
 */
export type Env = {
  port: number;
  host: string | undefined;
  trustProxy: boolean;
  dataDir: string;
  appUrl: string;
  mockDomain: string;
  mockHostname: string;
  wsUrl: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  authSecret: string | undefined;
  github: OAuthClient | undefined;
  google: OAuthClient | undefined;
  rateLimit: boolean;
};

export type OAuthClient = { clientId: string; clientSecret: string };

/** Thrown once for all faulty variables together; the message is meant for the operator. */
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

const Variables = z.object({
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(1).max(65535).default(3000),
  HOST: z.string().optional(),
  TRUST_PROXY: z.enum(["on", "off"], { error: 'must be "on" or "off"' }).default("off"),
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
    .regex(/^rediss?:\/\//, { error: "must begin with redis:// or rediss://" })
    .optional(),
  AUTH_SECRET: z.string().min(32, { error: "must have at least 32 characters" }).optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  RATE_LIMIT: z.enum(["on", "off"], { error: 'must be "on" or "off"' }).default("on"),
});

/**
 * Parses and completes the configuration. An empty variable counts as absent.
 * @throws {EnvError} naming every faulty variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = Variables.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new EnvError(`The configuration is not valid:\n${lines.join("\n")}`);
  }
  const v = parsed.data;
  const mockDomain = v.MOCK_DOMAIN ?? `mock.localhost:${v.PORT}`;
  return {
    port: v.PORT,
    host: v.HOST,
    trustProxy: v.TRUST_PROXY === "on",
    dataDir: v.DATA_DIR,
    appUrl: v.APP_URL ?? `http://localhost:${v.PORT}`,
    mockDomain,
    mockHostname: mockDomain.replace(/:\d+$/, ""),
    wsUrl: v.WS_URL ?? `ws://localhost:${v.PORT}`,
    databaseUrl: v.DATABASE_URL,
    redisUrl: v.REDIS_URL,
    authSecret: v.AUTH_SECRET,
    github: oauthClient(v.GITHUB_CLIENT_ID, v.GITHUB_CLIENT_SECRET),
    google: oauthClient(v.GOOGLE_CLIENT_ID, v.GOOGLE_CLIENT_SECRET),
    rateLimit: v.RATE_LIMIT === "on",
  };
}

function oauthClient(
  clientId: string | undefined,
  clientSecret: string | undefined,
): OAuthClient | undefined {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}
