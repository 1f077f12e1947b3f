import { connect } from "node:net";
import { type Call, port, send } from "./client";
import { type Captured, createWebhook, done, pathOf, type Site, type Webhook } from "./fixtures";

/** An inbox of a site, seen by its senders and by its owner. */
export type Inbox = {
  webhook: Webhook;
  /** Path on the project's host. */
  path: string;
  /** Path of the inbox in the API. */
  api: string;
  /** Captures; what is not given is a GET without body. `path` is what follows the reference id. */
  capture(call?: Partial<Call>): ReturnType<typeof send>;
  /** What is kept, newest first. */
  requests(query?: string): Promise<Captured[]>;
  /** The newest of what is kept. */
  newest(): Promise<Captured>;
};

export async function createInbox(site: Site, fields: Record<string, unknown> = {}): Promise<Inbox> {
  const webhook = await createWebhook(site.owner, site.project.id, fields);
  const path = pathOf(webhook);
  const api = `/api/projects/${site.project.id}/webhooks/${webhook.id}`;
  const requests = (query = "") => done<Captured[]>(site.owner.get(`${api}/requests${query}`));
  return {
    webhook,
    path,
    api,
    capture: (call = {}) => send({ ...call, host: call.host ?? site.host, path: path + (call.path ?? "") }),
    requests,
    newest: async () => {
      const [first] = await requests();
      if (!first) throw new Error("Nothing was captured");
      return first;
    },
  };
}

/** Sends bytes on a connection of their own and gives back all that comes until `until` or the end. */
export function sendRaw(
  bytes: string | Buffer,
  until = (text: string) => /\r\n\r\n\{.*\}$/s.test(text),
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    const over = () => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(20_000, () => reject(new Error(`No end of the answer: ${text}`)));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (until(text)) over();
    });
    socket.on("error", (error) => (text ? over() : reject(error)));
    socket.on("close", over);
  });
}

/** Sends one chunk after the other until the server hangs up; what it answered, and how many bytes it took. */
export function sendEndless(head: string): Promise<{ answer: string; sent: number }> {
  const data = Buffer.alloc(65_536, "x");
  const chunk = /chunked/i.test(head)
    ? Buffer.concat([Buffer.from("10000\r\n"), data, Buffer.from("\r\n")])
    : data;
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(head));
    let answer = "";
    const more = () => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on("connect", more);
    socket.on("drain", more);
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1");
    });
    // A reset is one way to hang up; "close" follows.
    socket.on("error", () => {});
    socket.on("close", () => resolve({ answer, sent: socket.bytesWritten }));
  });
}

/** The statuses of answers that came on one connection. */
export const statusLines = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
