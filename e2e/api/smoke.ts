/**
 * The test files that run against Next's route handlers and functions as well: what the server's own HTTP layer, or the
 * lack of it, could change. All others state rules of operations, which run the same code there; `every-operation` shows
 * that each operation is reached.
 */
export const smokeFiles: Record<string, string> = {
  accounts: "session cookies: set, renewed, ended",
  capture: "raw bodies, methods and headers as they came, on project hosts",
  "capture-limits": "large and unfinished bodies, senders that break off",
  compression: "Next compresses answers itself",
  "every-operation": "the route of each operation, its success and its refusal",
  "flag-stream": "events of an answer that has no end",
  hosts: "project hosts, which the middleware tells apart",
  "mock-faults": "answers that break off or trickle",
  "mock-files": "uploads and downloads",
  origins: "requests of other sites' pages with a cookie",
  "page-headers": "headers of pages and of their files",
  "path-based": "projects on the app's host, where the middleware tells them apart",
  "public-answers": "raw header names, HEAD, statuses and bodies of mocks",
  "sdk-origins": "CORS preflights",
  "unfinished-bodies": "refusals before a body was read",
  "unknown-paths": "paths that no route has",
  "wire-body": "sizes, encodings and types of bodies",
  "wire-idempotency": "the transaction around an operation, and its repetition",
};

/** Left out on functions, where a platform's HTTP server stands in front. */
export const ofOwnServer = ["compression", "raw-http", "unfinished-bodies"];

/** Left out of a function's smoke tests besides; `npm run homes` runs them on functions, and so does Next's smoke test. */
export const notOnFunctions: Record<string, string> = {
  "capture-limits": "a platform reads the whole body, within limits of its own, before it calls a function",
  "flag-stream": "`e2e/homes/functions/flags.test.ts` opens streams within a function",
  origins: "the operation compares headers, which the other files show to arrive unchanged",
};
