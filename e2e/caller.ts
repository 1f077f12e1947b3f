import { type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  setCookie: string[];
};

/** Sends requests to one process of a cluster, as one person once that is signed in. */
export class Caller {
  constructor(
    readonly port: number,
    readonly cookie = "",
  ) {}

  /** The same person at another process. */
  at(port: number): Caller {
    return new Caller(port, this.cookie);
  }

  /** A request with a connection of its own; `host` for a project's host. */
  send(
    method: string,
    path: string,
    { body, host, headers = {} }: { body?: unknown; host?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const sent = body === undefined ? "" : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: "127.0.0.1",
          port: this.port,
          method,
          path,
          agent: false,
          headers: {
            host: host ?? `localhost:${this.port}`,
            ...(this.cookie && !host && { cookie: this.cookie }),
            ...(body !== undefined && { "content-type": "application/json" }),
            "content-length": Buffer.byteLength(sent),
            ...headers,
          },
        },
        (incoming) => {
          let text = "";
          incoming.setEncoding("utf8").on("data", (chunk: string) => {
            text += chunk;
          });
          incoming.on("error", reject);
          incoming.on("end", () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text,
              setCookie: incoming.headers["set-cookie"] ?? [],
            }),
          );
        },
      );
      outgoing.on("error", reject);
      outgoing.end(sent);
    });
  }

  /** The body of a management call that has to succeed. */
  async done<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await this.send(method, path, { body });
    expect(status, `${method} ${path}: ${text}`).toSatisfy((code: number) => code >= 200 && code < 300);
    return JSON.parse(text) as T;
  }

  async signedUp(email: string): Promise<Caller> {
    const account = { name: "Ada", email, password: "correct horse battery" };
    const signUp = () => this.send("POST", "/api/auth/sign-up/email", { body: account });
    let answer = await signUp();
    // A slow machine can keep the database of a new server busy for seconds.
    for (let retries = 0; answer.status === 503 && retries < 10; retries += 1) {
      await sleep(1000);
      answer = await signUp();
    }
    const { status, text, setCookie } = answer;
    expect(status, text).toBe(200);
    return new Caller(this.port, setCookie.map((line) => line.split(";", 1)[0]).join("; "));
  }
}
