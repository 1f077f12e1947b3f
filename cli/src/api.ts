import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { getOwnKey } from "@/lib/keys/contract";
import type { Issue } from "@/lib/operations/operation";
import { Failure, messageOf, ScopeFailure } from "./failure";
import { plainText, type Terminal } from "./terminal";

export type OwnKey = z.output<typeof getOwnKey.output>;

export type CallOptions = {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

const answerWithinMs = 60_000;
/** How often a call is made again that the instance was too busy for. */
const attemptsMax = 8;
const longestWaitMs = 30_000;

type Refusal = { error?: string; hint?: string; issues?: Issue[] };

export type Answer = { status: number; etag: string | null; link: string | null; body: unknown };

/** Names the instance and the project before a command changes anything there. */
export async function announce(terminal: Terminal, api: Api): Promise<void> {
  const { project } = await api.own();
  terminal.target({ instance: api.url, project: project.name });
}

/** The API of an instance, called with a key. */
export class Api {
  #own: Promise<OwnKey> | undefined;

  constructor(
    readonly url: string,
    readonly key: string,
    readonly options: { isFromEnvironment?: boolean } = {},
  ) {}

  /** What the key is, and its project. */
  own(): Promise<OwnKey> {
    this.#own ??= this.get<OwnKey>("/api/key");
    return this.#own;
  }

  async get<T>(path: string, options: CallOptions = {}): Promise<T> {
    return (await this.call("GET", path, options)).body as T;
  }

  /** Every row of a list. */
  async all<T>(path: string, query: CallOptions["query"] = {}): Promise<T[]> {
    const rows: T[] = [];
    let cursor: string | undefined;
    do {
      const { body, link } = await this.call("GET", path, { query: { ...query, cursor } });
      rows.push(...(body as T[]));
      cursor = cursorOf(link);
    } while (cursor !== undefined);
    return rows;
  }

  /** @throws {Failure} for every answer that is no success, with what to do */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await this.attempt(method, path, options);
    if (answer.status < 300) return answer;
    throw failureOf(answer, path, this.options);
  }

  /** The answer, whatever it is. Those that say to come back later are waited for. */
  async attempt(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const { answer, waitMs } = await this.#once(method, path, options);
      const isBusy = answer.status === 429 || answer.status === 503;
      if (!isBusy || attempt === attemptsMax) return answer;
      await sleep(Math.min(waitMs ?? 500 * 2 ** attempt, longestWaitMs), undefined, {
        signal: options.signal,
      });
    }
  }

  async #once(method: string, path: string, { query = {}, body, headers, signal }: CallOptions) {
    const url = new URL(path, this.url);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const inTime = AbortSignal.timeout(answerWithinMs);
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, inTime]) : inTime,
      redirect: "manual",
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : unreachable(this.url, error);
    });
    const text = await response.text().catch((error: unknown) => {
      throw unreachable(this.url, error);
    });
    const retryAfter = Number(response.headers.get("retry-after"));
    const answer: Answer = {
      ...{ status: response.status, etag: response.headers.get("etag") },
      ...{ link: response.headers.get("link"), body: parsed(text) },
    };
    return { answer, waitMs: retryAfter > 0 ? retryAfter * 1000 : undefined };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function cursorOf(link: string | null): string | undefined {
  const target = /<([^>]+)>;\s*rel="next"/.exec(link ?? "")?.[1];
  return target ? (new URL(target, "http://x").searchParams.get("cursor") ?? undefined) : undefined;
}

const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its name cannot be resolved right now",
  ETIMEDOUT: "it does not answer",
  ECONNRESET: "it hung up",
};

/** Why an address cannot be reached, in words. */
export function reasonOf(error: unknown): string {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code, name } = each as NodeJS.ErrnoException;
    if (code && reasons[code]) return reasons[code];
    if (name === "TimeoutError") return "it does not answer";
    const [first] = each instanceof AggregateError ? each.errors : [];
    if (first !== undefined) return reasonOf(first);
    if (!each.cause) return messageOf(each);
  }
  return String(error);
}

const unreachable = (url: string, error: unknown) =>
  new Failure("unreachable", `${url} cannot be reached: ${reasonOf(error)}. Is the address right?`);

/** The places of a request that the API refuses. */
export function issuesOf({ body }: Answer): Issue[] {
  const { error = "The instance refused the request.", issues } = refusalOf(body);
  return issues && issues.length > 0 ? issues : [{ path: "", message: error }];
}

const refusalOf = (body: unknown) => (typeof body === "object" && body !== null ? body : {}) as Refusal;

export function failureOf(
  { status, body }: Answer,
  path: string,
  { isFromEnvironment = false }: Api["options"] = {},
): Failure {
  const { error, hint, issues } = refusalOf(body);
  const named = (issues ?? []).slice(0, 3).map((issue) => `${issue.path} ${issue.message}`);
  const said = plainText([error ?? `The instance answered ${status}.`, ...named].join(" "), 600);
  if (status === 401) {
    const how = isFromEnvironment ? "check FIELDKIT_API_KEY" : "run fieldkit login";
    return new Failure("refused", `${said}: ${how}.`);
  }
  if (status === 403) {
    const advice = isFromEnvironment
      ? "It comes from FIELDKIT_API_KEY. Set that to a key with more access."
      : "Run fieldkit login to sign in with more access.";
    if (hint && error === "Requires another scope") return new ScopeFailure(plainText(hint, 600), advice);
    return new Failure("refused", hint ? plainText(hint, 600) : said);
  }
  if (status === 404 && error === undefined) {
    return new Failure("notFound", `There is no ${path} at this address. Is it a Fieldkit, and new enough?`);
  }
  return new Failure(status === 404 ? "notFound" : "failed", said);
}
