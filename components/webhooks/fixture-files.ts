import { httpEntry, httpOpening } from "@/components/webhooks/http-file";
import { belowInbox, ownHeaders, targetOf } from "@/components/webhooks/raw-request";
import { isSecretHeader } from "@/components/webhooks/share-masks";
import type { CapturedRequest } from "@/lib/webhooks/contract";

export type FixtureFormat = "http" | "test" | "fixture";

/** A file of captures, written one at a time. */
export type FixtureFile = {
  /** What follows the file's name. */
  ending: string;
  type: string;
  opening: string;
  entry: (request: CapturedRequest) => string;
  separator: string;
  closing: string;
};

/** What stands in a file that somebody is about to commit. */
const warning = "They are as they came in, secrets included: replace these before you share this file.";

/** The names of headers in captures whose values look like secrets, each once. */
export function secretHeaders(requests: readonly Pick<CapturedRequest, "rawHeaders">[]): string[] {
  const names = requests.flatMap(({ rawHeaders }) => rawHeaders.map(([name]) => name.toLowerCase()));
  return [...new Set(names)].filter(isSecretHeader);
}

/** Captures as a file for tests. @param inboxUrl stands in a file of requests, as where they are sent */
export function fixtureFile(format: FixtureFormat, inboxUrl: string): FixtureFile {
  if (format === "http") return httpFile(inboxUrl);
  return format === "test" ? testFile : jsonFile;
}

const nameOf = (request: CapturedRequest) => `${request.sequence} ${request.method} ${targetOf(request)}`;

/** For editors' HTTP clients. */
const httpFile = (inboxUrl: string): FixtureFile => ({
  ...{ ending: "http", type: "text/plain" },
  opening: httpOpening(inboxUrl, warning),
  entry: httpEntry,
  ...{ separator: "\n", closing: "" },
});

type Entry = {
  name: string;
  method: string;
  path: string;
  rawHeaders: CapturedRequest["rawHeaders"];
  body: string;
  bodyEncoding: "utf8" | "base64";
};

function entryOf(request: CapturedRequest): Entry {
  const { method, body, bodyEncoding } = request;
  const path = belowInbox(request);
  return { name: nameOf(request), method, path, rawHeaders: ownHeaders(request), body, bodyEncoding };
}

const jsonFile: FixtureFile = {
  ...{ ending: "fixture.json", type: "application/json" },
  opening: "[\n",
  entry: (request) => JSON.stringify({ ...entryOf(request), receivedAt: request.receivedAt }, null, 2),
  ...{ separator: ",\n", closing: "\n]\n" },
};

const testFile: FixtureFile = {
  ...{ ending: "test.ts", type: "text/plain" },
  opening: `// Requests that Fieldkit captured, for Vitest. ${warning}
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { expect, test } from "vitest";

/** Where they are sent: the webhook of the service that is tested. */
const url = new URL(process.env.WEBHOOK_URL ?? "http://localhost:4000/webhook");

type Captured = {
  name: string;
  method: string;
  /** What follows the webhook's own path, with the query. */
  path: string;
  rawHeaders: [string, string][];
  body: string;
  bodyEncoding: "utf8" | "base64";
};

const requests: Captured[] = [
`,
  entry: (request) => JSON.stringify(entryOf(request), null, 2).replace(/^/gm, "  "),
  separator: ",\n",
  closing: `,
];

test.each(requests)("$name", async (captured) => {
  const status = await send(captured);
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(300);
});

/** Sends the exact bytes, and the headers in their order and letter case; \`fetch\` would change both. */
function send({ method, path, rawHeaders, body: text, bodyEncoding }: Captured): Promise<number> {
  const body = Buffer.from(text, bodyEncoding);
  const headers = ["Host", url.host, ...rawHeaders.flat()];
  if (body.length > 0) headers.push("Content-Length", String(body.length));
  const begin = url.protocol === "https:" ? httpsRequest : httpRequest;
  const { hostname, port } = url;
  const target = url.pathname.replace(/\\/$/, "") + path || "/";
  return new Promise((resolve, reject) => {
    const outgoing = begin({ hostname, port, method, path: target, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
`,
};
