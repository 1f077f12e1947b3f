import { type OutboundCall, type OutboundStream, stream } from "@/lib/platform/outbound/outbound";
import { OutboundError, type OutboundReason } from "@/lib/platform/outbound/outbound-error";
import type { OutboundSettings } from "@/lib/platform/outbound/settings";
import { CommitsError, type CommitsReason } from "./commits-error";
import { encodePackets, lineOf, type Packet, packetsOf } from "./pkt-line";

/** How many commits were read, and how many there are as far as is known. */
export type Counted = (done: number, total: number) => void;

export type GitServer = {
  /** Address of the repository, without a slash at its end. */
  url: string;
  token: string | undefined;
  signal: AbortSignal | undefined;
  counted?: Counted | undefined;
  timeoutMs: number;
  outbound: Partial<OutboundSettings> | undefined;
};

/** How long a server may be silent. Git's own says every few seconds that it is still at work. */
const idleMs = 30_000;

/** The capabilities of a server of protocol version 2: `ls-refs`, `fetch`, … with their values. */
export type Capabilities = Map<string, string>;

/**
 * Asks what the server can do.
 * @throws {CommitsError}
 */
export async function discover(server: GitServer): Promise<Capabilities> {
  const answer = await send(server, { path: "/info/refs?service=git-upload-pack", method: "GET" });
  if (!answer.headers["content-type"]?.startsWith("application/x-git-upload-pack-advertisement")) {
    answer.cancel();
    throw notGit();
  }
  const lines: string[] = [];
  for await (const packet of packetsOf(answer.chunks))
    if (Buffer.isBuffer(packet)) lines.push(textOf(packet));
  const version = lines.indexOf("version 2");
  if (version === -1) {
    throw new CommitsError(
      "not_git",
      "The Git server does not speak protocol version 2, which Git has had since 2018. Ask its operator to allow it.",
    );
  }
  return new Map(
    lines.slice(version + 1).map((line) => {
      const equals = line.indexOf("=");
      return equals === -1 ? [line, ""] : [line.slice(0, equals), line.slice(equals + 1)];
    }),
  );
}

/**
 * Runs a command and returns the packets of its answer.
 * @throws {CommitsError}
 */
export async function* command(
  server: GitServer,
  name: string,
  { format, args, bytesMax }: { format: string; args: string[]; bytesMax: number },
): AsyncGenerator<Packet> {
  const head = [`command=${name}`, "agent=fieldkit", `object-format=${format}`];
  const answer = await send(server, {
    path: "/git-upload-pack",
    method: "POST",
    body: encodePackets(...head, "delimiter", ...args, "flush"),
    bytesMax,
  });
  try {
    for await (const packet of packetsOf(answer.chunks)) {
      if (Buffer.isBuffer(packet) && packet.toString("latin1", 0, 4) === "ERR ") {
        throw new CommitsError("server", `The Git server says: ${textOf(packet).slice(4, 300)}`);
      }
      yield packet;
    }
  } catch (error) {
    throw asCommitsError(error);
  }
}

/** Takes control characters out of a foreign server's words. */
export const textOf = (packet: Buffer) => lineOf(packet).replace(/\p{Cc}/gu, " ");

type Send = { path: string; method: "GET" | "POST"; body?: Buffer; bytesMax?: number };

async function send(server: GitServer, { path, method, body, bytesMax = 1024 * 1024 }: Send) {
  const headers: [string, string][] = [
    ["Accept", "*/*"],
    ["Git-Protocol", "version=2"],
    ["User-Agent", "git/fieldkit"],
  ];
  if (body) headers.push(["Content-Type", "application/x-git-upload-pack-request"]);
  if (server.token) {
    // GitHub and GitLab accept a token as the password of any user name; these are the documented ones.
    const user = new URL(server.url).hostname === "gitlab.com" ? "oauth2" : "x-access-token";
    const credentials = Buffer.from(`${user}:${server.token}`).toString("base64");
    headers.push(["Authorization", `Basic ${credentials}`]);
  }
  const { signal, timeoutMs, outbound } = server;
  const call: OutboundCall = {
    url: server.url + path,
    method,
    headers,
    body,
    signal,
    timeoutMs,
    idleMs,
    maxBytes: bytesMax,
    redirects: "same-origin",
    // Behind another path may be another owner, whom the token is not for.
    mayFollow: server.token ? (target) => repositoryOf(target.href) === repositoryOf(call.url) : undefined,
  };
  let answer: OutboundStream;
  try {
    answer = await stream(call, outbound);
  } catch (error) {
    throw asCommitsError(error);
  }
  if (answer.statusCode !== 200) {
    answer.cancel();
    throw refusal(answer, server.token !== undefined);
  }
  return answer;
}

/** The repository that a request is about, with or without `.git`. */
const repositoryOf = (url: string) =>
  url
    .replace(/\?.*$/, "")
    .replace(/(\.git)?\/(info\/refs|git-upload-pack)$/, "")
    .toLowerCase();

function refusal({ statusCode, headers }: OutboundStream, hasToken: boolean): CommitsError {
  if (statusCode === 401 || statusCode === 403 || statusCode === 404) {
    const access = hasToken
      ? "or the configured token may not read it"
      : "or it is private and the release settings have no token for its owner";
    return new CommitsError("not_found", `There is no repository at this address, ${access}.`);
  }
  const seconds = Number(headers["retry-after"]);
  const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
  if (statusCode === 429 || statusCode >= 500) {
    return new CommitsError("server", `The Git server answers ${statusCode}. Try again later.`, {
      retryAfterMs,
    });
  }
  return notGit();
}

const notGit = () =>
  new CommitsError("not_git", "No Git server answers at this address. Give the address that you clone from.");

const reasons: Partial<Record<OutboundReason, CommitsReason>> = {
  unreachable: "unreachable",
  tls: "unreachable",
  timeout: "timeout",
  protocol: "garbage",
  too_large: "too_large",
};

/** Turns any failure of reading into one for people. Aborts are passed on unchanged. */
function asCommitsError(error: unknown): unknown {
  if (error instanceof CommitsError || !(error instanceof OutboundError)) return error;
  if (error.reason === "too_large") {
    return new CommitsError(
      "too_large",
      "The repository's history in this range is too large to read. Choose a shorter range.",
      { cause: error },
    );
  }
  return new CommitsError(reasons[error.reason] ?? "address", error.message, { cause: error });
}
