/**
 * What one request, one connection and one client address may cost this process: every such number by name.
 * `docs/decisions/budgets.md` says why they are what they are. Safe in the browser, because contracts use it.
 */

const KiB = 1024;
const MiB = 1024 * KiB;

/** Bodies of requests, in bytes. */
export const bodies = {
  /** Largest JSON body of a caller who is known. */
  bytesMax: MiB,
  /** Largest body of an operation that anybody may call, such as a sign-in. */
  anonymousBytesMax: 64 * KiB,
  /** Largest body that is read before it is known who answers, where calls are answered from memory. */
  quickBytesMax: 16 * KiB,
  /** No form is larger than this, whatever an operation allows: an attachment of 5 MiB with what is around it. */
  formBytesMax: 6 * MiB,
  /** All bodies together that are held at a time: management, uploads, captures until they are stored. */
  heldBytesMax: 256 * MiB,
  /** The part of it that one client address may hold; a quarter. */
  heldBytesPerAddress: 64 * MiB,
  /** Chunks that are kept apart before they are joined; each costs a hundred bytes whatever its size. */
  looseChunksMax: 256,
  /** Chunks of any size that a body may have; from then on they must have `chunkBytesMin` on average. */
  smallChunksMax: 4096,
  chunkBytesMin: 16,
  /** How much of an unwanted body is read, and for how many ms. */
  restBytesMax: 8 * MiB,
  restMs: 5000,
  /** How many ms of one that is larger its client has to read the answer, before the connection ends. */
  unreadMs: 2000,
  /** How many unwanted bodies are read at a time: Node takes two MiB of each in one turn of the event loop. */
  restReadersMax: 4,
  /** What reading a chunk costs besides its bytes, in bytes of `restBytesMax`. */
  restChunkBytes: 256,
} as const;

/** JSON bodies, counted before they are parsed. */
export const json = {
  /** Levels of nesting. */
  depthMax: 64,
  /** Values in all: entries of objects and arrays, and what holds them. */
  valuesMax: 20_000,
  /** Entries of one object or array. */
  entriesMax: 5000,
  /** Characters of a key that are named in the path of a problem. */
  pathKeyMax: 100,
  /** Bytes that are looked through before others have a turn. */
  sliceBytes: 64 * KiB,
} as const;

/** JSON bodies with a long list, whose items are parsed one by one and are bounded as bodies of their own. */
export const longLists = {
  bodyBytesMax: 5 * MiB,
  itemsMax: 10_000,
} as const;

/** What one subject of flags may have. */
export const subjects = {
  /** Bytes of the values in a record's overrides, as JSON: all of them are read together. */
  overrideValueBytesMax: 256 * KiB,
} as const;

/** Calls of one caller: a person, a project's keys, or an address without credentials. */
export const calls = {
  /** Calls that are carried out at a time: fewer than there are database connections, so that others find one. */
  runningOfOne: 4,
  /** Further calls that wait, and for how many ms. */
  waitingOfOne: 2000,
  waitMs: 30_000,
  /** Reads of one caller that ask the same, and are carried out as one while they wait. */
  joinedMax: 100,
  /** Characters of an answer that they share: a hundred larger ones at once would hold the process, and its memory. */
  joinedLengthMax: 64 * KiB,
} as const;

/** Forms with files. */
export const form = {
  /** Parts of a form: a file, and what is said of it. */
  partsMax: 4,
  /** The same of an import: the files that its document mentions come along. */
  importPartsMax: 104,
  /** Headers of a part. */
  headersMax: 16,
  /** Bytes of a part's name, and of a text that is no file. */
  nameBytesMax: 100,
  textBytesMax: 1024,
  /** Bytes that are parsed before others have a turn. */
  sliceBytes: 64 * KiB,
} as const;

/** Lines of the log that are the same but for their time and details. */
export const logLines = {
  /** One line in so many ms. */
  everyMs: 1000,
  /** Kinds that are told apart. */
  kindsMax: 200,
} as const;

/** Metrics, when they are asked for. */
export const scraping = {
  /** How long a group of them may take, in ms; then it is left out. */
  readMs: 2000,
} as const;

/** Lines about requests, where they are wanted. */
export const requestLines = {
  /** Written together, in bytes, or after so many ms. Each time costs as much as ten lines. */
  togetherBytes: 64 * KiB,
  everyMs: 250,
  /** Bytes that wait for whoever reads them; further lines are dropped. */
  waitingBytesMax: 4 * MiB,
  /** Characters of a path on a project's host. */
  pathMax: 200,
} as const;

/** Lines about failures of requests of one kind: while a database is away, each request brings a stack, for hours. */
export const failures = {
  /** One line in so many ms. */
  everyMs: 60_000,
  /** Kinds that are told apart. */
  kindsMax: 200,
} as const;

/** Headers that a mock or an inbox answers with. */
export const configuredHeaders = {
  /** Lines: Python's client gives up at 100, and Fieldkit and Node add a dozen of their own. */
  linesMax: 80,
  /** Bytes of all lines: Node's client gives up at 16 KiB for the whole head. */
  bytesMax: 15 * KiB,
} as const;

/** Query strings. Node takes no head of more than 16 KiB, so their length needs no limit of its own. */
export const query = {
  /** Parameters. */
  pairsMax: 100,
  /** Names in `fields`, flags in an evaluation's `flags`: more than any answer has. */
  namesMax: 100,
} as const;

export const pages = {
  /** Requests that the process of the pages has not begun to answer: of one that serves, and for one address. */
  forwarded: { running: 100, runningOfOne: 16 },
  /** How much of a page the process that serves takes before its client has read it, in bytes: most pages as a whole. */
  aheadBytesMax: MiB,
  /** Pages that are rendered at the same time: in all, and for one address. One thread does them all. */
  rendered: { running: 4, runningOfOne: 2 },
  /** After so many ms a page no longer counts, because it waits for its reader. */
  renderedMs: 1000,
  // What navigations between pages say of the page that is left.
  /** Levels of its tree; the deepest page of ours has eleven. */
  stateLevelsMax: 32,
  /** Segments in all, and the names of their siblings. */
  stateSegmentsMax: 200,
} as const;

/** Requests that no mock answers and that are sent on to the project's own server. */
export const forwarding = {
  /** Bodies of requests and of answers, in bytes. */
  requestBytesMax: MiB,
  answerBytesMax: 5 * MiB,
  /** At a time: of one project, and in all. */
  runningOfOne: 32,
  running: 256,
  /** All answers together that are being read, in bytes, and those of one project. */
  heldBytesMax: 128 * MiB,
  heldBytesOfOne: 64 * MiB,
} as const;

/** Mocks that are made of forwarded answers. */
export const recording = {
  /** Larger bodies are left out, in bytes. */
  bodyBytesMax: MiB,
  /** Answers that wait to be stored: of one project, and in all; and their bodies together, in bytes. */
  waitingOfOne: 50,
  waiting: 500,
  heldBytesMax: 32 * MiB,
  heldBytesOfOne: 8 * MiB,
} as const;

/** Requests that mocks send after their answers. */
export const callbacks = {
  /** At a time: of one project, and in all. */
  runningOfOne: 4,
  running: 32,
  /** Together with those that wait for their turn, their time or another try. */
  openOfOne: 104,
  open: 2032,
  /** What they hold together, in bytes, and those of one project. */
  heldBytesMax: 32 * MiB,
  heldBytesOfOne: 4 * MiB,
  /** One try, and the wait before each further one, in ms. */
  timeoutMs: 10_000,
  retryMs: [1000, 5000, 25_000],
  /** How much of an answer is read, in bytes. */
  answerBytesMax: 16 * KiB,
} as const;

/** What inboxes forward. Times in ms. */
export const deliveries = {
  /** Rules whose deliveries are sent at a time: of one project, of those that fail, and in all. */
  targetsOfProject: 4,
  failingTargets: 24,
  targets: 32,
  /** How long a rule has its turn, and how much it sends in it. */
  turnMs: 15_000,
  turnMax: 25,
  /** How much of an answer is kept, in bytes. */
  answerBytesMax: 4 * KiB,
} as const;

/** What a project's own webhooks are told of its releases. Times in ms. */
export const releaseDeliveries = {
  /** Webhooks to which something is sent at a time: of one project, of those that fail, and in all. */
  targetsOfProject: 2,
  failingTargets: 6,
  targets: 8,
  /** How long a webhook has its turn, and how much it is sent in it. */
  turnMs: 15_000,
  turnMax: 25,
  /** One try. */
  timeoutMs: 10_000,
  /** How much of an answer is read, in bytes. */
  answerBytesMax: 4 * KiB,
  /** What a project has waiting at most, and the bytes of its events, those included that are over. */
  waitingMax: 2000,
  keptBytesMax: 32 * MiB,
} as const;

/** Streams of changes of flags. Times in ms. */
export const flagStreams = {
  /** Streams of one process, whoever has them: each holds a connection and some KiB. */
  ofProcess: 20_000,
  /** How much of a stream its client may leave unread, in bytes: hundreds of events. */
  unreadBytesMax: 64 * KiB,
  /** How often a stream shows that it lives; proxies close what is silent for a minute. */
  heartbeatMs: 25_000,
  /** How long a stream lasts at most, so that clients come to all processes in time; and in a function, which ends after 300 s. */
  lifeMs: 3_600_000,
  functionLifeMs: 240_000,
  /** How often time is looked at, and the database where changes are not heard of. */
  tickMs: 500,
  /** How often the database is looked at where they are. */
  heardMs: 30_000,
  /** How long changes that come together are gathered. */
  gatherMs: 50,
  /** How far apart events come, for each stream of them: those who hear one ask for their flags, 500 a second at most. */
  apartMs: 2,
  /** When another process, where none hears of others, has forgotten what was before a change. */
  othersForgetMs: 1000,
} as const;

/** Answers that are ready. */
export const answers = {
  /** Answers that are sent one after the other; the first has waited until the last was ready. */
  togetherMax: 16,
} as const;

/** Connections and how fast they must be. Times in ms. */
export const connections = {
  /** Bytes of a request's head, trailers included, and headers in it; a request with more of either is a 431. */
  headBytesMax: 16 * KiB,
  headLinesMax: 2000,
  /** From the first byte of a request to the end of its head, and to the end of its body. */
  headMs: 20_000,
  requestMs: 120_000,
  /** How long a connection without a request is kept; longer than the usual 60 s of proxies in front. */
  idleMs: 65_000,
  /** How often all of this is looked at. */
  checkEveryMs: 2000,
  /** Open connections of one client address. Not for trusted proxies, which hold those of many clients. */
  perAddress: 2000,
  /** Requests that a client may send on one connection before it got an answer. */
  pipelinedMax: 100,
  /** Behind Next: connections that are accepted, one in a turn of the event loop, before the next request begins. */
  acceptedFirstMax: 16,
  /** How long a client may take to read an answer of whatever length. */
  answerMs: 180_000,
  /** Answers together that clients have not read yet, in bytes; beyond it, the oldest are given up. */
  unreadBytesMax: 256 * MiB,
} as const;
