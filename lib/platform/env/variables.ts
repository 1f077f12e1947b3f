/** Everything that people can set, for `.env.example` and the README. What it may be is in `parse-env.ts`. */

/** Where something has to be set that has a default, or is not there, elsewhere. */
export type Home = "on Vercel" | "by the relay";

export type DescribedVariable = {
  /**
   * Names that belong together, each with a value to begin with. The value has nothing in it that one of the readers of
   * such files takes for something else, and is empty for a secret, which everybody has to make.
   */
  readonly examples: Readonly<Record<string, string>>;
  /** What holds without it, in Markdown: a literal first, if there is one, which is that of the first name. */
  readonly default: string;
  /** In Markdown, beginning with a small letter. */
  readonly meaning: string;
  readonly needed?: readonly Home[];
};

export type VariableGroup = { readonly title: string; readonly variables: readonly DescribedVariable[] };

const addresses: readonly DescribedVariable[] = [
  {
    examples: { PORT: "3000", HOST: "127.0.0.1" },
    default: "3000, all interfaces",
    meaning: "where `npm start` listens",
  },
  {
    examples: { APP_URL: "https://fieldkit.example.com" },
    default: "`http://localhost:$PORT`; on Vercel its domain",
    meaning: "address of the dashboard and the API",
    needed: ["by the relay"],
  },
  {
    examples: { MOCK_DOMAIN: "mocks.example.com" },
    default: "`mock.localhost:$PORT`",
    meaning: "parent of all project hosts",
  },
  {
    examples: { WS_URL: "wss://fieldkit.example.com" },
    default: "`ws://localhost:$PORT`",
    meaning: "address that browsers open streams at",
  },
  {
    examples: { TRUST_PROXY: "1" },
    default: "`off`; `on` on Vercel",
    meaning: "whose `X-Forwarded-*` counts: proxies or their networks",
  },
];

const storage: readonly DescribedVariable[] = [
  {
    examples: { DATA_DIR: "/var/lib/fieldkit" },
    default: "`.data`",
    meaning: "embedded database and generated secret",
  },
  {
    examples: { DATABASE_URL: "postgres://fieldkit:secret@db.example.com:5432/fieldkit" },
    default: "embedded Postgres",
    meaning: "a Postgres (15 or later) or Neon database",
    needed: ["on Vercel"],
  },
  {
    examples: { AUTH_SECRET: "" },
    default: "generated once into `DATA_DIR`",
    meaning: "signs sessions and encrypts secrets, from 32 characters",
    needed: ["on Vercel"],
  },
  {
    examples: { AUTH_SECRET_PREVIOUS: "" },
    default: "none",
    meaning: "secrets before it, by commas, that still decrypt",
  },
];

const severalProcesses: readonly DescribedVariable[] = [
  {
    examples: { WORKERS: "4" },
    default: "1",
    meaning: "processes that serve behind the port, one for a core",
  },
  {
    examples: { REDIS_URL: "redis://:secret@cache.example.com:6379/0" },
    default: "none",
    meaning: "Redis that connects several processes",
    needed: ["by the relay"],
  },
  {
    examples: { UPSTASH_REDIS_REST_URL: "https://example.upstash.io", UPSTASH_REDIS_REST_TOKEN: "token" },
    default: "none",
    meaning: "Upstash over HTTPS, where no connection can be held",
  },
];

const signingIn: readonly DescribedVariable[] = [
  {
    examples: { SIGN_UP: "invited" },
    default: "`open`",
    meaning: "`invited`: only with an invitation; `closed`: nobody new",
  },
  {
    examples: { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" },
    default: "none",
    meaning: "sign in with GitHub",
  },
  {
    examples: { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" },
    default: "none",
    meaning: "sign in with Google",
  },
];

const releaseNotes: readonly DescribedVariable[] = [
  {
    examples: { OPENAI_API_KEY: "key" },
    default: "none: rules write",
    meaning: "a model writes release notes",
  },
  {
    examples: { OPENAI_BASE_URL: "http://127.0.0.1:11434/v1" },
    default: "`https://api.openai.com/v1`",
    meaning: "any server that speaks OpenAI's chat completions",
  },
  { examples: { AI_MODEL: "qwen3:8b" }, default: "`gpt-4.1-mini`", meaning: "the model that writes" },
  {
    examples: { GITHUB_TOKEN: "token", GITLAB_TOKEN: "token" },
    default: "none",
    meaning: "private repositories, pull requests and labels for notes",
  },
  {
    examples: { GITHUB_TOKEN_OWNERS: "acme,umbrella", GITLAB_TOKEN_OWNERS: "acme,umbrella/tools" },
    default: "none: those are not used",
    meaning: "owners and groups that those tokens may read, by commas",
  },
];

const mail: readonly DescribedVariable[] = [
  {
    examples: { SMTP_URL: "smtp://user:secret@mail.example.com:587" },
    default: "none: outbox in the database",
    meaning: "server that mail leaves by",
  },
  {
    examples: { RESEND_API_KEY: "key" },
    default: "none: outbox in the database",
    meaning: "mail leaves by Resend instead",
  },
  {
    examples: { MAIL_FROM: "notes@example.com" },
    default: "none",
    meaning: "whom mail is from; needed with either of the two",
  },
  {
    examples: { RESEND_BASE_URL: "https://resend.example.com" },
    default: "Resend's own",
    meaning: "another server that speaks Resend's API",
  },
  {
    examples: { MAIL_CONFIRM_RECIPIENTS: "on" },
    default: "`off`",
    meaning: "`on`: recipients outside the team are asked first",
  },
];

const bounds: readonly DescribedVariable[] = [
  {
    examples: { CAPTURE_MAX_BYTES: "4194304" },
    default: "1048576",
    meaning: "largest body that an inbox takes, 67108864 at most",
  },
  {
    examples: { QUOTAS: "mocks=20000,captureBytes=2g" },
    default: "generous",
    meaning: "`mocks=20000,captureBytes=2g`: how much there may be",
  },
  {
    examples: { RATE_LIMIT: "off" },
    default: "`on`",
    meaning: "`off` for tests and benchmarks; codes stay limited",
  },
  {
    examples: { OUTBOUND_ALLOW: "http://127.0.0.1:9000" },
    default: "none",
    meaning: 'origins exempt from "https and public addresses only"',
  },
];

const operating: readonly DescribedVariable[] = [
  {
    examples: { DRAIN_SECONDS: "5" },
    default: "0",
    meaning: "how long `/readyz` is 503 before the port closes",
  },
  {
    examples: { CRON_SECRET: "" },
    default: "none",
    meaning: "bearer of `GET /api/cron` on a serverless platform, from 16 characters",
  },
  {
    examples: { METRICS_TOKEN: "" },
    default: "none: no metrics",
    meaning: "bearer of `GET /metrics`, for Prometheus, from 16 characters",
  },
  {
    examples: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" },
    default: "none: no traces",
    meaning: "collector that gets traces, `http://collector:4318`",
  },
  {
    examples: { OTEL_TRACES_SAMPLER_ARG: "0.1" },
    default: "1",
    meaning: "the part of the traces that is kept, 0 to 1",
  },
  {
    examples: { LOG_REQUESTS: "errors" },
    default: "`off`",
    meaning: "`on`, `errors`: a line of JSON for each request",
  },
  {
    examples: { LOG_LEVEL: "warn" },
    default: "`info`",
    meaning: "`debug`, `warn`, …: the least that the log gets",
  },
];

/** All of them, in the order in which they are shown. */
export const variableGroups: readonly VariableGroup[] = [
  { title: "Addresses", variables: addresses },
  { title: "Storage and secrets", variables: storage },
  { title: "Several processes", variables: severalProcesses },
  { title: "Signing in", variables: signingIn },
  { title: "Release notes", variables: releaseNotes },
  { title: "Mail", variables: mail },
  { title: "Bounds", variables: bounds },
  { title: "Operating", variables: operating },
];
