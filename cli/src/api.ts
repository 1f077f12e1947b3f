import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { getOwnKey } from "@/lib/keys/contract";
import { failureOf, notFieldkit, strangerOf, unreachable } from "./answer-failure";
import { interrupted } from "./failure";
import type { Terminal } from "./terminal";

export type OwnKey = z.output<typeof getOwnKey.output>;

export type CallOptions = {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

const answerWithinMs = 60_000;
/** How often a busy instance is called. */
const attemptsMax = 8;
const longestWaitMs = 30_000;

export type Answer = { status: number; etag: string | null; link: string | null; body: unknown };

/** Names the instance and the project before a command changes anything there. */
export async function announce(terminal: Terminal, api: Api): Promise<void> {
  const { project } = await api.own();
  terminal.target({ instance: api.url, project: project.name });
}

export type ApiOptions = {
  /** Whether the key is that of FIELDKIT_API_KEY. */
  isFromEnvironment?: boolean;
  /** Ends every call. */
  ended?: AbortSignal;
};

/** The API of an instance, called with a key. */
export class Api {
  #own: Promise<OwnKey> | undefined;

  constructor(
    readonly url: string,
    readonly key: string,
    readonly options: ApiOptions = {},
  ) {}

  /** What the key is, and its project. */
  own(): Promise<OwnKey> {
    this.#own ??= this.#readOwn();
    return this.#own;
  }

  async #readOwn(): Promise<OwnKey> {
    const own = await this.get<Partial<OwnKey> | null>("/api/key");
    if (own?.project?.id && own.addresses) return own as OwnKey;
    throw notFieldkit(this.url, "its answer to /api/key has no project");
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
      if (!Array.isArray(body)) throw notFieldkit(this.url, `its answer to ${path} is no list`);
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

  /**
   * The answer, whatever its status is. A busy instance is called again.
   * @throws {Failure} where it is no answer of Fieldkit
   */
  async attempt(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const { answer, waitMs, problem } = await this.#once(method, path, options);
      const isBusy = answer.status === 429 || answer.status === 503;
      if (!isBusy || attempt === attemptsMax) {
        if (problem) throw problem;
        return answer;
      }
      const signals = [options.signal, this.options.ended].filter((each) => each !== undefined);
      const signal = AbortSignal.any(signals);
      await sleep(Math.min(waitMs ?? 500 * 2 ** attempt, longestWaitMs), undefined, { signal }).catch(
        (error) => this.#fail(error, options.signal),
      );
    }
  }

  async #once(method: string, path: string, { query = {}, body, headers, signal }: CallOptions) {
    const url = new URL(path, this.url);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const limits = [AbortSignal.timeout(answerWithinMs), signal, this.options.ended];
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any(limits.filter((each) => each !== undefined)),
      redirect: "manual",
    }).catch((error: unknown) => this.#fail(error, signal));
    const text = await response.text().catch((error: unknown) => this.#fail(error, signal));
    const retryAfter = Number(response.headers.get("retry-after"));
    const json = parsed(text);
    const answer: Answer = {
      ...{ status: response.status, etag: response.headers.get("etag") },
      ...{ link: response.headers.get("link"), body: json?.value },
    };
    const waitMs = retryAfter > 0 ? retryAfter * 1000 : undefined;
    return { answer, waitMs, problem: json ? undefined : strangerOf(this.url, response) };
  }

  #fail(error: unknown, signal: AbortSignal | undefined): never {
    if (this.options.ended?.aborted) throw interrupted();
    throw signal?.aborted ? error : unreachable(this.url, error);
  }
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function cursorOf(link: string | null): string | undefined {
  const target = /<([^>]+)>;\s*rel="next"/.exec(link ?? "")?.[1];
  return target ? (new URL(target, "http://x").searchParams.get("cursor") ?? undefined) : undefined;
}
