import type { CapturedRequest } from "@/lib/webhooks/contract";
import { type Api, announce } from "../api";
import type { Command, Context } from "../command";
import { exitCodes, Failure, usage } from "../failure";
import { createInbox } from "../inbox";
import { type Inbox, inboxNamed } from "../inboxes";
import { targetUrl } from "../target-url";
import { plainText } from "../terminal";
import { type Delivery, deliver, type Target } from "./deliver";
import { readFilter } from "./filter";
import { Position } from "./position";
import { Report } from "./report";
import { CaptureStream } from "./stream";

export const listen: Command = {
  name: "listen",
  positionals: "<inbox>",
  positionalsMax: 1,
  summary: "Show the requests of an inbox live, and forward them to your machine",
  details: [
    "Name the inbox by its name, ID or inbox ID. Requests are forwarded one at a time, in order, with their method, path,",
    "query, headers and bytes, so signatures stay valid. If your server is down, requests wait. A request that may have",
    "arrived is never sent twice. Progress is saved after each request, and --after last continues there.",
  ],
  options: {
    create: { type: "boolean", help: "create the inbox if there is none of this name" },
    forward: { type: "string", short: "f", value: "url", help: "forward each request to this URL" },
    after: {
      type: "string",
      value: "n|last|none",
      help: "start after this request, where the last run ended, or with new requests (none, the default)",
    },
    filter: {
      type: "string",
      value: "terms",
      help: 'only matching requests: method:POST path:/orders* event:push text:"a b" -verdict:wrong',
    },
    body: { type: "boolean", short: "b", help: "show bodies; with --json, headers too" },
    "keep-host": { type: "boolean", help: "send the original Host header instead of the target's" },
    "no-retry": { type: "boolean", help: "skip requests while your server is down" },
    insecure: { type: "boolean", help: "accept any TLS certificate of your server" },
    timeout: { type: "string", value: "seconds", help: "how long your server may take to respond (30)" },
    count: { type: "string", value: "n", help: "stop after this number of requests" },
    "fail-on-missed": { type: "boolean", help: "exit with 6 if requests were missed" },
  },
  examples: [
    [
      "fieldkit listen orders --forward http://localhost:4000/webhooks",
      "forward to a server on your machine",
    ],
    ["fieldkit listen orders --forward localhost:4000 --after last", "continue where the last run ended"],
    ["fieldkit listen orders --create --forward 4000", "create the inbox if needed"],
    ['fieldkit listen orders --body --filter "event:push*"', "show pushes with their bodies"],
    ["fieldkit listen orders --json --count 1", "wait for one request in a script"],
  ],
  scopes: ["webhooks:write", "read", "admin"],
  async run(context) {
    const { given, terminal } = context;
    const name = given.required(0, "Name the inbox: fieldkit listen <inbox>");
    const filter = readFilter(given.text("filter") ?? "");
    const target = targetOf(context);
    const count = given.number("count", { min: 1, max: 1_000_000_000 });
    const api = await context.api();
    const inbox = await inboxNamed(api, name).catch((error) => {
      const isMissing = error instanceof Failure && error.kind === "notFound";
      if (isMissing && given.is("create")) return createAnnounced(context, api, name);
      throw error;
    });
    const of = { url: api.url, inboxId: inbox.id, target: target?.url.href ?? "" };
    const position = new Position(context.env, of);
    const report = new Report(terminal, { showsBodies: given.is("body") });
    const start = await startOf(given.text("after") ?? "none", position, api, inbox);
    const { addresses } = await api.own();
    const stream = new CaptureStream({
      address: `${addresses.streams.replace(/\/$/, "")}/ws/webhook/${inbox.id}`,
      key: api.key,
      after: start.after,
      catchUp: (after) => capturesAfter(api, inbox, after),
      news: (news) => report.stream(news),
    });
    const { name: shown, url, pathUrl } = inbox;
    report.started({ inbox: shown, url, pathUrl, target: target?.url.href, after: start.resumed });
    context.ended.addEventListener("abort", () => stream.close(), { once: true });
    if (!context.ended.aborted) stream.start();
    const work = {
      stream,
      filter,
      target,
      position,
      report,
      count,
      known: start.known,
      ended: context.ended,
      late: shortlyAfter(context.ended),
    };
    try {
      await handOn(work);
    } finally {
      stream.close();
      report.summary(position.read());
    }
    return given.is("fail-on-missed") && report.counts.missed > 0 ? exitCodes.missed : undefined;
  },
};

async function createAnnounced({ terminal }: Context, api: Api, name: string): Promise<Inbox> {
  await announce(terminal, api);
  const inbox = await createInbox(api, name);
  terminal.say(`Created the inbox ${plainText(inbox.name)}.`);
  return inbox;
}

type Work = {
  stream: CaptureStream;
  filter: (capture: CapturedRequest) => boolean;
  target: Target | undefined;
  position: Position;
  report: Report;
  count: number | undefined;
  /** The capture before the first that is expected, where that is known. */
  known: number | undefined;
  ended: AbortSignal;
  late: AbortSignal;
};

/** A server has this long to respond after Ctrl-C. */
const graceMs = 300;

function shortlyAfter(ended: AbortSignal): AbortSignal {
  const late = new AbortController();
  ended.addEventListener("abort", () => setTimeout(() => late.abort(), graceMs), { once: true });
  return late.signal;
}

async function handOn({ stream, filter, target, position, report, count, known, ended, late }: Work) {
  let last = known;
  for (;;) {
    const capture = await stream.next();
    if (!capture) return;
    const { sequence } = capture;
    if (last !== undefined && sequence > last + 1) {
      report.missed({ from: last + 1, to: sequence - 1, count: sequence - last - 1 });
    }
    report.counts.received += 1;
    let delivery: Delivery | undefined;
    if (!filter(capture)) report.counts.filtered += 1;
    else {
      const waiting = (why: string) => report.waiting(why);
      delivery = target && (await deliver(capture, target, { ended, late, waiting }));
      report.capture(capture, delivery);
    }
    if (delivery?.kind === "given up") return;
    last = sequence;
    position.write(sequence);
    if (count !== undefined && report.counts.received - report.counts.filtered >= count) return;
    if (ended.aborted) return;
  }
}

function targetOf({ given }: Context): Target | undefined {
  const forward = given.text("forward");
  if (forward === undefined) return undefined;
  const seconds = given.number("timeout", { min: 0.1, max: 3600 }) ?? 30;
  return {
    url: targetUrl(forward),
    keepHost: given.is("keep-host"),
    insecure: given.is("insecure"),
    timeoutMs: seconds * 1000,
    retry: !given.is("no-retry"),
  };
}

type Start = { after: number; known: number | undefined; resumed: number | undefined };

/** Where to start. A listener that starts with new requests misses none of the older ones. */
async function startOf(wanted: string, position: Position, api: Api, inbox: Inbox): Promise<Start> {
  if (/^\d{1,15}$/.test(wanted)) {
    const after = Number(wanted);
    return { after, known: after, resumed: after };
  }
  if (wanted !== "last" && wanted !== "none") throw usage("--after must be a request number, last or none.");
  const kept = wanted === "last" ? position.read() : undefined;
  if (kept !== undefined) return { after: kept, known: kept, resumed: kept };
  const [newest] = await api.get<CapturedRequest[]>(requestsOf(inbox), {
    query: { limit: 1, bodyBytesMax: 0 },
  });
  return { after: newest?.sequence ?? 0, known: newest?.sequence, resumed: undefined };
}

const requestsOf = ({ projectId, id }: Inbox) => `/api/projects/${projectId}/webhooks/${id}/requests`;

/** The stored requests after one of them, oldest first. */
async function capturesAfter(api: Api, inbox: Inbox, after: number): Promise<CapturedRequest[]> {
  return (await api.all<CapturedRequest>(requestsOf(inbox), { after })).reverse();
}
