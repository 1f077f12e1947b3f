import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import type { WebhookDelivery } from "@/lib/webhooks/deliveries/contract";
import type { ForwardingRule } from "@/lib/webhooks/forwarding/contract";
import { targetPort as ownTargetPort } from "../target-port";
import { createSite, done, type Site } from "./fixtures";
import type { Inbox } from "./inbox";

type Received = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };
type WithTries = WebhookDelivery & {
  log: { number: number; statusCode: number | null; answer: string | null }[];
};

const targetPort = ownTargetPort();
export const target = `http://127.0.0.1:${targetPort}`;

/** A project, and a server that its inboxes forward to, for the tests of a file. */
export function forwardingSite() {
  let site: Site;
  let received: Received[] = [];
  const state = {
    /** What the server answers; "thanks" again before each test. */
    answerWith: (_: Received, response: ServerResponse): void => void response.writeHead(200).end("thanks"),
    site: () => site,
  };
  const thanks = state.answerWith;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(seen);
      state.answerWith(seen, response);
    });
  });
  beforeAll(async () => {
    site = await createSite();
    server.listen(targetPort, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    received = [];
    state.answerWith = thanks;
  });

  /** Each inbox has an address of its own, since what failed in one test is tried again during others. */
  const hookOf = ({ webhook }: Inbox) => `/${webhook.referenceId}`;
  const deliveries = (inbox: Inbox, query = "") =>
    done<WebhookDelivery[]>(site.owner.get(`${inbox.api}/deliveries${query}`));
  return Object.assign(state, {
    hookOf,
    receivedOf: (inbox: Inbox) => received.filter(({ url }) => url.startsWith(hookOf(inbox))),
    makeRule: (inbox: Inbox, fields: Record<string, unknown> = {}) =>
      done<ForwardingRule>(
        site.owner.post(`${inbox.api}/forwarding-rules`, {
          name: "A rule",
          url: target + hookOf(inbox),
          ...fields,
        }),
        201,
      ),
    deliveries,
    delivery: (inbox: Inbox, id: string) => done<WithTries>(site.owner.get(`${inbox.api}/deliveries/${id}`)),
    /** Waits until the inbox has so many deliveries that are over. */
    ended: (inbox: Inbox, count: number) =>
      vi.waitFor(
        async () => {
          const all = (await deliveries(inbox)).filter(({ endedAt }) => endedAt !== null);
          if (all.length !== count) throw new Error(`${all.length} are over, not ${count}`);
          return all;
        },
        { timeout: 60_000, interval: 50 },
      ),
    /** Waits until the newest delivery had so many tries. */
    tried: (inbox: Inbox, tries: number) =>
      vi.waitFor(
        async () => {
          const [newest] = await deliveries(inbox);
          if (newest?.tries !== tries) throw new Error(`${newest?.tries} tries`);
          return newest;
        },
        { timeout: 60_000, interval: 50 },
      ),
  });
}

export const post = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
