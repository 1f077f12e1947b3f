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
    meaning: "port and interface of `npm start`",
  },
  {
    examples: { APP_URL: "https://fieldkit.example.com" },
    default: "`http://localhost:$PORT`; on Vercel its domain",
    meaning: "URL of the dashboard and the API",
    needed: ["by the relay"],
  },
  {
    examples: { MOCK_DOMAIN: "mocks.example.com" },
    default: "`mock.localhost:$PORT`",
    meaning: "parent domain of all project hosts",
  },
  {
    examples: { WS_URL: "wss://fieldkit.example.com" },
    default: "`ws://localhost:$PORT`",
    meaning: "URL of WebSocket streams",
  },
  {
    examples: { TRUST_PROXY: "1" },
    default: "`off`; `on` on Vercel",
    meaning: "number of proxies in front, or their networks, whose `X-Forwarded-*` headers are trusted",
  },
];

const storage: readonly DescribedVariable[] = [
  {
    examples: { DATA_DIR: "/var/lib/fieldkit" },
    default: "`.data`",
    meaning: "directory of the embedded database and the generated secret",
  },
  {
    examples: { DATABASE_URL: "postgres://fieldkit:secret@db.example.com:5432/fieldkit" },
    default: "embedded Postgres",
    meaning: "Postgres (15 or later) or Neon database",
    needed: ["on Vercel"],
  },
  {
    examples: { AUTH_SECRET: "" },
    default: "generated once into `DATA_DIR`",
    meaning: "signs sessions and encrypts secrets; at least 32 characters",
    needed: ["on Vercel"],
  },
  {
    examples: { AUTH_SECRET_PREVIOUS: "" },
    default: "none",
    meaning: "earlier secrets, separated by commas, that can still decrypt",
  },
];

const severalProcesses: readonly DescribedVariable[] = [
  {
    examples: { WORKERS: "4" },
    default: "1",
    meaning: "number of serving processes, such as one per core",
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
    meaning: "`invited`: only with an invitation; `closed`: no new accounts",
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
    default: "none: notes are written by rules",
    meaning: "lets a model write release notes",
  },
  {
    examples: { OPENAI_BASE_URL: "http://127.0.0.1:11434/v1" },
    default: "`https://api.openai.com/v1`",
    meaning: "URL of a server with OpenAI's chat completions API",
  },
  { examples: { AI_MODEL: "qwen3:8b" }, default: "`gpt-4.1-mini`", meaning: "model for release notes" },
  {
    examples: { GITHUB_TOKEN: "token", GITLAB_TOKEN: "token" },
    default: "none",
    meaning: "access to private repositories, pull requests and labels for notes",
  },
  {
    examples: { GITHUB_TOKEN_OWNERS: "acme,umbrella", GITLAB_TOKEN_OWNERS: "acme,umbrella/tools" },
    default: "none: the tokens aren't used",
    meaning: "owners and groups that these tokens can read, separated by commas",
  },
];

const mail: readonly DescribedVariable[] = [
  {
    examples: { SMTP_URL: "smtp://user:secret@mail.example.com:587" },
    default: "none: emails stay in the outbox",
    meaning: "SMTP server that sends email",
  },
  {
    examples: { RESEND_API_KEY: "key" },
    default: "none: emails stay in the outbox",
    meaning: "sends email with Resend instead",
  },
  {
    examples: { MAIL_FROM: "notes@example.com" },
    default: "none",
    meaning: "sender of all email; needed with `SMTP_URL` or `RESEND_API_KEY`",
  },
  {
    examples: { RESEND_BASE_URL: "https://resend.example.com" },
    default: "Resend's own",
    meaning: "URL of another server with Resend's API",
  },
  {
    examples: { MAIL_CONFIRM_RECIPIENTS: "on" },
    default: "`off`",
    meaning: "`on`: recipients outside the team have to confirm first",
  },
];

const bounds: readonly DescribedVariable[] = [
  {
    examples: { CAPTURE_MAX_BYTES: "4194304" },
    default: "1048576",
    meaning: "largest request body of an inbox, in bytes; up to 67108864",
  },
  {
    examples: { QUOTAS: "mocks=20000,captureBytes=2g" },
    default: "generous",
    meaning: "changed quotas, such as `mocks=20000,captureBytes=2g`",
  },
  {
    examples: { RATE_LIMIT: "off" },
    default: "`on`",
    meaning: "`off` for tests and benchmarks; two-factor codes stay limited",
  },
  {
    examples: { OUTBOUND_ALLOW: "http://127.0.0.1:9000" },
    default: "none",
    meaning: "origins, separated by commas, that Fieldkit can call although they aren't public or https",
  },
];

const operating: readonly DescribedVariable[] = [
  {
    examples: { DRAIN_SECONDS: "5" },
    default: "0",
    meaning: "seconds in which `/readyz` is 503 before the port closes",
  },
  {
    examples: { CRON_SECRET: "" },
    default: "none",
    meaning: "bearer token of `GET /api/cron` on a serverless platform; at least 16 characters",
  },
  {
    examples: { METRICS_TOKEN: "" },
    default: "none: no metrics",
    meaning: "bearer token of `GET /metrics` for Prometheus; at least 16 characters",
  },
  {
    examples: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" },
    default: "none: no traces",
    meaning: "collector of traces, such as `http://collector:4318`",
  },
  {
    examples: { OTEL_TRACES_SAMPLER_ARG: "0.1" },
    default: "1",
    meaning: "share of traces that is kept, 0 to 1",
  },
  {
    examples: { LOG_REQUESTS: "errors" },
    default: "`off`",
    meaning: "`on` or `errors`: a line of JSON for each request",
  },
  {
    examples: { LOG_LEVEL: "warn" },
    default: "`info`",
    meaning: "lowest level that is logged: `debug`, `info`, `warn`, `error`",
  },
];

/** All of them, in the order in which they are shown. */
export const variableGroups: readonly VariableGroup[] = [
  { title: "Addresses", variables: addresses },
  { title: "Storage and secrets", variables: storage },
  { title: "Several processes", variables: severalProcesses },
  { title: "Signing in", variables: signingIn },
  { title: "Release notes", variables: releaseNotes },
  { title: "Email", variables: mail },
  { title: "Limits", variables: bounds },
  { title: "Operations", variables: operating },
];
