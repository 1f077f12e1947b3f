import type { CapturedRequest } from "@/lib/webhooks/contract";
import type { Api } from "../api";
import type { Command, Context } from "../command";
import { exitCodes, usage } from "../failure";
import { type Inbox, inboxNamed } from "../inboxes";
import { targetUrl } from "../target-url";
import { type Delivery, deliver, type Target } from "./deliver";
import { readFilter } from "./filter";
import { Position } from "./position";
import { Report } from "./report";
import { CaptureStream } from "./stream";

export const listen: Command = {
  name: "listen",
  positionals: "<inbox>",
  positionalsMax: 1,
  summary: "Show what an inbox gets as it comes, and forward it to your machine",
  details: [
    "The inbox is named by its name, id or reference id. Requests are forwarded one at a time, in order, with the",
    "method, path, query, headers and bytes that came in, so that signatures stay valid.",
    "A target that is down is waited for. A request that may have arrived is never sent twice.",
    "How far it got is kept on disk after each request: --after last goes on there.",
  ],
  options: {
    forward: { type: "string", short: "f", value: "url", help: "send each request on to this address" },
    after: {
      type: "string",
      value: "n|last|none",
      help: "begin after this capture, where the last run ended, or with new ones (none, the default)",
    },
    filter: {
      type: "string",
      value: "terms",
      help: 'only what fits: method:POST path:/orders* event:push text:"a b" verdict:valid, - in front for not',
    },
    body: { type: "boolean", short: "b", help: "show bodies, too" },
    "keep-host": { type: "boolean", help: "send the Host that senders used, not the target's" },
    "no-retry": { type: "boolean", help: "skip requests while the target is down, and say so" },
    insecure: { type: "boolean", help: "accept any certificate of the target" },
    timeout: { type: "string", value: "seconds", help: "how long the target may take to answer (30)" },
    count: { type: "string", value: "n", help: "end after so many requests" },
    "fail-on-missed": { type: "boolean", help: "end with exit code 6 when captures were missed" },
  },
  examples: [
    ["fieldkit listen orders --forward http://localhost:3000/hooks", "forward to a server at your desk"],
    ["fieldkit listen orders --forward localhost:3000 --after last", "go on where the last run ended"],
    ['fieldkit listen orders --body --filter "event:push*"', "look at the bodies of pushes"],
    ["fieldkit listen orders --json --count 1", "wait for one request in a script"],
  ],
  scopes: ["webhooks:write", "read", "admin"],
  async run(context) {
    const { given, terminal } = context;
    const name = given.required(0, "inbox: fieldkit listen <inbox>");
    const filter = readFilter(given.text("filter") ?? "");
    const target = targetOf(context);
    const count = given.number("count", { min: 1, max: 1_000_000_000 });
    const api = await context.api();
    const inbox = await inboxNamed(api, name);
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

/** Where to begin. What came before the newest of what is kept is not missed by somebody who begins now. */
async function startOf(wanted: string, position: Position, api: Api, inbox: Inbox): Promise<Start> {
  if (/^\d{1,15}$/.test(wanted)) {
    const after = Number(wanted);
    return { after, known: after, resumed: after };
  }
  if (wanted !== "last" && wanted !== "none") throw usage("--after takes a sequence, last or none.");
  const kept = wanted === "last" ? position.read() : undefined;
  if (kept !== undefined) return { after: kept, known: kept, resumed: kept };
  const [newest] = await api.get<CapturedRequest[]>(requestsOf(inbox), {
    query: { limit: 1, bodyBytesMax: 0 },
  });
  return { after: newest?.sequence ?? 0, known: newest?.sequence, resumed: undefined };
}

const requestsOf = ({ projectId, id }: Inbox) => `/api/projects/${projectId}/webhooks/${id}/requests`;

/** What is kept after a sequence, oldest first. */
async function capturesAfter(api: Api, inbox: Inbox, after: number): Promise<CapturedRequest[]> {
  return (await api.all<CapturedRequest>(requestsOf(inbox), { after })).reverse();
}
