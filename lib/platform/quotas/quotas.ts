/** Whose sum a quota bounds. */
export type QuotaOwner =
  | "project"
  | "environment"
  | "team"
  | "person"
  | "inbox"
  | "address"
  | "e-mail address"
  | "caller"
  | "API key";

type Quota = {
  /** The default: more than an honest team ever needs. */
  max: number;
  unit: "count" | "bytes";
  per: QuotaOwner;
  /** What is counted, for people: "mocks". */
  what: string;
  /** Present for a rate: how long a window is, in ms. */
  windowMs?: number;
  /** Present for a rate that `RATE_LIMIT=off` leaves on. */
  always?: true;
};

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Everything that is bounded by number, bytes or rate, with its default. `QUOTAS=mocks=20000,captureBytes=2g` changes
 * single values. A stock holds always; rates can be switched off together by `RATE_LIMIT=off`, but for
 * those that are all there is between a guess and an account.
 */
export const quotas = {
  teams: { max: 1000, unit: "count", per: "person", what: "teams" },
  projects: { max: 1000, unit: "count", per: "team", what: "projects" },
  members: { max: 1000, unit: "count", per: "team", what: "members" },
  openInvitations: { max: 1000, unit: "count", per: "team", what: "open invitations" },

  /** The oldest ones go, so that nothing is refused because of them. */
  auditEntries: { max: 500_000, unit: "count", per: "team", what: "entries of the audit trail" },
  auditBytes: { max: 256 * MiB, unit: "bytes", per: "team", what: "entries of the audit trail" },

  mocks: { max: 10_000, unit: "count", per: "project", what: "mocks" },
  mockBytes: { max: 256 * MiB, unit: "bytes", per: "project", what: "bodies of mocks" },
  /** Each of them is tried by requests that no other endpoint takes. */
  mockExpressions: { max: 500, unit: "count", per: "project", what: "mocks with a regular expression" },
  mockFiles: { max: 2000, unit: "count", per: "project", what: "files of mocks" },
  mockFileBytes: { max: 256 * MiB, unit: "bytes", per: "project", what: "files of mocks" },
  collections: { max: 100, unit: "count", per: "project", what: "collections" },
  collectionItems: { max: 10_000, unit: "count", per: "project", what: "items of collections" },
  /** All of a collection is looked through by whoever asks for some of it. */
  collectionBytes: { max: 4 * MiB, unit: "bytes", per: "project", what: "items of collections" },
  inboxes: { max: 1000, unit: "count", per: "project", what: "webhook inboxes" },
  captureBytes: { max: 512 * MiB, unit: "bytes", per: "project", what: "captured requests" },
  /** Copies of captures that wait to be forwarded, or failed to be. One inbox may have half of it. */
  forwardedBytes: { max: 128 * MiB, unit: "bytes", per: "project", what: "captures to be forwarded" },
  /** What the settings of an inbox may be raised to. */
  capturesKept: { max: 50, unit: "count", per: "inbox", what: "captures that are kept, 10000 at most" },
  captureHours: { max: 12, unit: "count", per: "inbox", what: "hours that captures are kept, 720 at most" },
  environments: { max: 200, unit: "count", per: "project", what: "environments" },
  flags: { max: 5000, unit: "count", per: "environment", what: "flags" },
  groups: { max: 1000, unit: "count", per: "project", what: "flag groups" },
  groupFlags: { max: 5000, unit: "count", per: "project", what: "flags of groups" },
  /** Everybody who asks for all flags gets all of them, and the process remembers them. */
  flagValueBytes: { max: 4 * MiB, unit: "bytes", per: "project", what: "values of flags" },
  /** Every request for all flags looks at all of them. */
  flagRuleBytes: {
    max: MiB / 2,
    unit: "bytes",
    per: "project",
    what: "rules of flags and conditions of segments",
  },
  flagTextSearches: {
    max: 1000,
    unit: "count",
    per: "project",
    what: "values that rules and segments look for with contains",
  },
  scheduledChanges: {
    max: 1000,
    unit: "count",
    per: "project",
    what: "scheduled changes that are not done yet",
  },
  segments: { max: 200, unit: "count", per: "project", what: "segments" },
  overrideValueBytes: { max: 64 * MiB, unit: "bytes", per: "project", what: "values of single records" },
  records: { max: 1_000_000, unit: "count", per: "project", what: "records" },
  recordBytes: { max: GiB, unit: "bytes", per: "project", what: "metadata of records" },
  apiKeys: { max: 10_000, unit: "count", per: "project", what: "API keys, ended ones included" },
  releases: { max: 10_000, unit: "count", per: "project", what: "releases" },
  releaseBytes: { max: GiB, unit: "bytes", per: "project", what: "texts of releases" },
  attachmentBytes: { max: GiB, unit: "bytes", per: "project", what: "attachments" },
  releaseSubscribers: { max: 5000, unit: "count", per: "project", what: "subscribers of the public page" },
  streams: { max: 200, unit: "count", per: "inbox", what: "open streams" },
  /** Of one process, as the two that follow: each page that hears of changes of flags has one. */
  flagStreams: { max: 5000, unit: "count", per: "project", what: "open streams of flags" },
  flagStreamsOfKey: { max: 2000, unit: "count", per: "API key", what: "open streams of flags of one key" },
  flagStreamsOfAddress: {
    max: 500,
    unit: "count",
    per: "address",
    what: "open streams of flags of one address",
  },

  /** Answers that are kept for repeats with an `Idempotency-Key`: beyond these, a repeat is refused. */
  keptAnswersPerDay: { max: 100_000, unit: "count", per: "caller", what: "kept answers", windowMs: dayMs },
  /** The same for answers beyond 16 KiB. */
  largeKeptAnswersPerDay: {
    max: 500,
    unit: "count",
    per: "caller",
    what: "large kept answers",
    windowMs: dayMs,
  },
  capturesPerSecond: { max: 250, unit: "count", per: "inbox", what: "captures", windowMs: 1000 },
  captureBurst: { max: 1000, unit: "count", per: "inbox", what: "captures at once" },
  forwardedPerMinute: {
    max: 6000,
    unit: "count",
    per: "project",
    what: "forwarded requests a minute",
    windowMs: minuteMs,
  },
  /** Of one process, as forwarded requests are. */
  deliveriesPerMinute: {
    max: 3000,
    unit: "count",
    per: "project",
    what: "forwarded captures a minute",
    windowMs: minuteMs,
  },
  mockCallbacksPerMinute: {
    max: 600,
    unit: "count",
    per: "project",
    what: "callbacks of mocks a minute",
    windowMs: minuteMs,
  },
  /** Opened or guessed links to captures. */
  sharedLinksPerMinute: {
    max: 120,
    unit: "count",
    per: "address",
    what: "openings of links to requests",
    windowMs: minuteMs,
  },
  releasesPerHour: { max: 120, unit: "count", per: "project", what: "generations an hour", windowMs: hourMs },
  repositoryReadsPerHour: {
    max: 600,
    unit: "count",
    per: "project",
    what: "lists of a repository's tags an hour",
    windowMs: hourMs,
  },
  modelCallsPerDay: {
    max: 100,
    unit: "count",
    per: "project",
    what: "calls of a model a day",
    windowMs: dayMs,
  },
  mailsPerDay: { max: 200, unit: "count", per: "project", what: "mails a day", windowMs: dayMs },
  /** Whoever enters addresses of others in the form of a public page is soon done. */
  subscriptionsPerHour: { max: 20, unit: "count", per: "address", what: "subscriptions", windowMs: hourMs },
  subscriptionMailsPerDay: {
    max: 5,
    unit: "count",
    per: "e-mail address",
    what: "questions whether somebody wants to subscribe",
    windowMs: dayMs,
  },
  changelogSearchesPerMinute: {
    max: 60,
    unit: "count",
    per: "address",
    what: "searches of public pages",
    windowMs: minuteMs,
  },
  /** Of those that are not in memory. */
  changelogImagesPerMinute: {
    max: 300,
    unit: "count",
    per: "address",
    what: "images of public pages",
    windowMs: minuteMs,
  },
  testMailsPerHour: { max: 10, unit: "count", per: "person", what: "test mails", windowMs: hourMs },
  invitationsPerHour: { max: 30, unit: "count", per: "person", what: "invitations", windowMs: hourMs },
  accountMailsPerHour: {
    max: 5,
    unit: "count",
    per: "e-mail address",
    what: "mails about an account",
    windowMs: hourMs,
  },
  /** What an account's owner is told of its safety. */
  noticeMailsPerHour: {
    max: 10,
    unit: "count",
    per: "e-mail address",
    what: "notices about an account",
    windowMs: hourMs,
  },
  exportsPerHour: {
    max: 10,
    unit: "count",
    per: "person",
    what: "exports of an account",
    windowMs: hourMs,
  },
  passkeys: { max: 20, unit: "count", per: "person", what: "passkeys" },
  /** Codes given in the second step of a sign-in. */
  twoFactorCodes: {
    max: 10,
    unit: "count",
    per: "person",
    what: "two-factor codes",
    windowMs: 15 * minuteMs,
    always: true,
  },
  signInsPerMinute: {
    max: 60,
    unit: "count",
    per: "address",
    what: "sign-ins and sign-ups",
    windowMs: minuteMs,
  },
  /** Failed ones, for one e-mail address from one client address. */
  failedSignIns: {
    max: 10,
    unit: "count",
    per: "address",
    what: "failed sign-ins",
    windowMs: 15 * minuteMs,
  },
  /** Failed ones, for one e-mail address from anywhere. */
  failedSignInsAnywhere: {
    max: 100,
    unit: "count",
    per: "e-mail address",
    what: "failed sign-ins",
    windowMs: 15 * minuteMs,
  },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof quotas;
export type Quotas = Readonly<Record<QuotaName, number>>;
type Rated = { [Name in QuotaName]: (typeof quotas)[Name] extends { windowMs: number } ? Name : never };
/** Names of rates. */
export type RateName = Rated[QuotaName];
/** What each process counts for itself, and what nothing is refused for. */
const uncounted = [
  "streams",
  "flagStreams",
  "flagStreamsOfKey",
  "flagStreamsOfAddress",
  "captureBurst",
  "auditEntries",
  "auditBytes",
  "capturesKept",
  "captureHours",
] as const;
/** Names of stocks: what exists at one time, by rows in the database. */
export type StockName = Exclude<QuotaName, RateName | (typeof uncounted)[number]>;

export const isRate = (name: QuotaName): name is RateName => "windowMs" in quotas[name];
export const isStock = (name: QuotaName): name is StockName =>
  !isRate(name) && !uncounted.some((each) => each === name);
