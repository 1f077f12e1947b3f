import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import { connect as connectSocket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { connect } from "@/db/client";
import { Caller } from "../caller";
import type { Door } from "../door";
import { emptyRangeAt } from "../empty-range";

type Call = {
  method?: string;
  path: string;
  host?: string | undefined;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
};

const ignore = () => {};

/** A person's project with what can be attacked, on a door of its own. */
export class AttackSite {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 40 });

  private constructor(
    readonly door: Door,
    readonly owner: Caller,
    readonly team: { id: string; slug: string },
    readonly project: { id: string; referenceId: string; host: string },
    readonly inbox: { id: string; referenceId: string },
  ) {}

  static async create(door: Door): Promise<AttackSite> {
    const owner = await new Caller(door.port).signedUp("attacked@example.com");
    const [team] = await owner.done<{ id: string; slug: string }[]>("GET", "/api/teams");
    if (!team) throw new Error("A person has a team.");
    const project = await owner.done<AttackSite["project"]>("POST", `/api/teams/${team.id}/projects`, {
      name: "Shop",
      slug: "shop",
    });
    const inbox = await owner.done<AttackSite["inbox"]>("POST", `/api/projects/${project.id}/webhooks`, {
      name: "Inbox",
    });
    return new AttackSite(door, owner, team, project, inbox);
  }

  /** Of the project, by its id. */
  get api(): string {
    return `/api/projects/${this.project.id}`;
  }

  /** Status of the answer, whose body is read and forgotten; 0 where the server hung up. */
  send({ method = "GET", path, host, headers = {}, body }: Call): Promise<number> {
    return new Promise((resolve) => {
      const outgoing = request(
        {
          host: "127.0.0.1",
          port: this.door.port,
          method,
          path,
          agent: this.#agent,
          headers: {
            host: host ?? `localhost:${this.door.port}`,
            ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (incoming) => {
          incoming.resume();
          incoming.on("end", () => resolve(incoming.statusCode ?? 0)).on("error", () => resolve(0));
        },
      );
      outgoing.on("error", () => resolve(0));
      // The answer may be complete when the server hangs up, and the rest of the body fails without a request.
      outgoing.on("socket", (socket) => socket.off("error", ignore).on("error", ignore));
      outgoing.end(body);
    });
  }

  /** A call of the owner's; `body` is sent as JSON. */
  call(method: string, path: string, body?: string): Promise<number> {
    const headers = {
      cookie: this.owner.cookie,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    return this.send({ method, path, headers, ...(body !== undefined && { body }) });
  }

  capture(rest: string, body?: string | Buffer): Promise<number> {
    const path = `/api/webhook/${this.inbox.referenceId}${rest}`;
    return this.send({ method: "POST", path, host: this.project.host, ...(body !== undefined && { body }) });
  }

  /** Opens connections, sends the same bytes on each, and ends them after a while, whatever was answered. */
  async hold(count: number, bytes: Buffer, ms: number): Promise<void> {
    const sockets = Array.from({ length: count }, () => {
      const socket = connectSocket(this.door.port, "127.0.0.1");
      // The server may hang up at any time.
      socket.on("error", () => {});
      socket.write(bytes);
      return socket;
    });
    await sleep(ms);
    for (const socket of sockets) socket.destroy();
  }

  /** Runs a statement on the door's embedded database, however long it takes: what fills it is slow on a busy machine. */
  async query(text: string): Promise<void> {
    const { exclusively, close } = connect(
      `postgresql://postgres@localhost/postgres?host=${this.door.dataDir}`,
    );
    await exclusively(({ query }) => query(text));
    await close();
  }

  async publish(title: string, content: string): Promise<void> {
    const range = emptyRangeAt(`http://localhost:${this.door.port}`);
    const release = await this.owner.done<{ id: string }>("POST", `${this.api}/releases/generate`, range);
    const path = `${this.api}/releases/${release.id}`;
    await expect.poll(async () => (await this.owner.done("GET", path)).status).toBe("draft");
    await this.owner.done("PUT", path, { title, content });
    await this.owner.done("POST", `${path}/publish`, {});
  }
}

export const times = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
