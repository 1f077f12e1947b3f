/**
 * Clients and senders of streams, in a process of their own: the server's memory and event loop are measured without
 * theirs. Started by `bench/streams.ts` with an IPC channel; it ends when the channel does.
 */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { inParallel } from "./in-parallel";

type Listening = {
  port: number;
  key?: string;
  /** Sessions instead of a key, another one for each socket. */
  cookies?: readonly string[];
  webhookIds: readonly string[];
  /** Sockets for each inbox. */
  each: number;
  /** How many handshakes are under way at a time. */
  atOnce?: number;
  /** Whether to leave what comes unread. Such sockets may be closed, and are no listeners. */
  unread?: boolean;
};
type Sending = { host: string; path: string; perSecond: number; seconds: number; bytes: number };

/** `resume`: those that left all unread read again, until each was closed or so many ms are over. */
export type Order = { listen: Listening } | { send: Sending } | { resume: { withinMs: number } };
/** `times` in ms from a capture's first byte to each listener's event, sorted. */
export type Report =
  | { opened: number; ms: number }
  | { closed: number[] }
  | { times: number[]; lateMs: number };

/** Before the last capture counts as lost. */
const patienceMs = 30_000;
const mark = "number ";
const digits = 7;

const heard: ((message: Buffer) => void)[] = [];
const unreading: WebSocket[] = [];
const closed: number[] = [];
let sockets = 0;
let port = 0;

process.on("message", ({ number, order }: { number: number; order: Order }) => {
  carryOut(order).then(
    (report) => process.send?.({ number, report }),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(0));

function carryOut(order: Order): Promise<Report> {
  if ("listen" in order) return listen(order.listen);
  return "send" in order ? send(order.send) : resume(order.resume.withinMs);
}

async function resume(withinMs: number): Promise<Report> {
  for (const socket of unreading) socket.resume();
  const deadline = performance.now() + withinMs;
  while (closed.length < unreading.length && performance.now() < deadline) await sleep(50);
  return { closed };
}

async function listen({ webhookIds, each, atOnce = 64, key, cookies, ...place }: Listening): Promise<Report> {
  const began = performance.now();
  port = place.port;
  await inParallel(webhookIds.length * each, atOnce, (at) => {
    const inbox = at % webhookIds.length;
    // One address has 2,000 connections at most; all of 127.0.0.0/8 leads to this machine.
    const localAddress = `127.0.1.${1 + (inbox % 250)}`;
    const headers: Record<string, string> = cookies
      ? { cookie: cookies[at] ?? "" }
      : { "x-api-key": key ?? "" };
    return open(place, webhookIds[inbox] ?? "", { localAddress, headers });
  });
  const opened = webhookIds.length * each;
  if (!place.unread) sockets += opened;
  return { opened, ms: performance.now() - began };
}

type Place = Pick<Listening, "port" | "unread">;
type Client = { localAddress: string; headers: Record<string, string> };

function open({ port, unread = false }: Place, webhookId: string, client: Client) {
  return new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/webhook/${webhookId}`, {
      ...client,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    socket.once("error", reject);
    socket.once("open", () => {
      resolve();
      if (unread) {
        socket.pause();
        unreading.push(socket);
        socket.once("close", (code) => closed.push(code));
        return;
      }
      // A socket that ends is no idle one, and a listener that was sent away is no fast one.
      socket.once("close", (code) => {
        process.stderr.write(`A stream was closed with ${code}\n`);
        process.exit(1);
      });
    });
    socket.on("message", (data) => {
      for (const hear of heard) hear(data as Buffer);
    });
  });
}

/** Captures by the clock, whether or not earlier ones were answered. */
async function send({ perSecond, seconds, ...target }: Sending): Promise<Report> {
  const count = perSecond * seconds;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const sentAt = new Float64Array(count);
  const times: number[] = [];
  const hear = (message: Buffer) => {
    const at = message.indexOf(mark) + mark.length;
    times.push(performance.now() - (sentAt[Number(message.toString("latin1", at, at + digits))] ?? 0));
  };
  heard.push(hear);
  const answers: Promise<void>[] = [];
  const began = performance.now();
  let lateMs = 0;
  for (let at = 0; at < count; at += 1) {
    const due = began + (1000 * at) / perSecond;
    if (performance.now() < due) await sleep(due - performance.now());
    sentAt[at] = performance.now();
    lateMs = Math.max(lateMs, (sentAt[at] ?? 0) - due);
    answers.push(capture(agent, target, at));
  }
  await Promise.all(answers);
  const deadline = performance.now() + patienceMs;
  while (times.length < count * sockets && performance.now() < deadline) await sleep(20);
  heard.splice(heard.indexOf(hear), 1);
  agent.destroy();
  if (times.length !== count * sockets) {
    throw new Error(`${count} captures make ${count * sockets} messages, but ${times.length} came`);
  }
  return { times: times.sort((a, b) => a - b), lateMs };
}

function capture(agent: Agent, { host, path, bytes }: Pick<Sending, "host" | "path" | "bytes">, at: number) {
  const body = `${mark}${String(at).padStart(digits, "0")} `.padEnd(bytes, "x");
  const headers = { host, "content-type": "text/plain", "content-length": bytes };
  return new Promise<void>((resolve, reject) => {
    request({ port, host: "127.0.0.1", method: "POST", path, agent, headers }, (response) => {
      response.resume().once("close", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`A capture was answered ${response.statusCode}`));
      });
    })
      .once("error", reject)
      .end(body);
  });
}
