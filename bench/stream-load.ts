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
  key: string;
  webhookIds: readonly string[];
  /** Sockets for each inbox. */
  each: number;
};
type Sending = { host: string; path: string; perSecond: number; seconds: number; bytes: number };

export type Order = { listen: Listening } | { send: Sending };
/** `times` in ms from a capture's first byte to each listener's event, sorted. */
export type Report = { opened: number; ms: number } | { times: number[]; lateMs: number };

/** How many handshakes are under way at a time. */
const opening = 64;
/** Before the last capture counts as lost. */
const patienceMs = 30_000;
const mark = "number ";
const digits = 7;

const heard: ((message: Buffer) => void)[] = [];
let sockets = 0;
let port = 0;

process.on("message", (order: Order) => {
  const work = "listen" in order ? listen(order.listen) : send(order.send);
  work.then(
    (report) => process.send?.(report),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(0));

async function listen({ webhookIds, each, ...place }: Listening): Promise<Report> {
  const began = performance.now();
  port = place.port;
  await inParallel(webhookIds.length * each, opening, (at) => {
    const inbox = at % webhookIds.length;
    // One address has 2,000 connections at most; all of 127.0.0.0/8 leads to this machine.
    const localAddress = `127.0.1.${1 + (inbox % 250)}`;
    return open(place, webhookIds[inbox] ?? "", localAddress);
  });
  sockets += webhookIds.length * each;
  return { opened: sockets, ms: performance.now() - began };
}

function open({ port, key }: Pick<Listening, "port" | "key">, webhookId: string, localAddress: string) {
  return new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/webhook/${webhookId}`, {
      headers: { "x-api-key": key },
      localAddress,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    socket.once("open", resolve);
    socket.once("error", reject);
    // A socket that ends is no idle one, and a listener that was sent away is no fast one.
    socket.once("close", (code) => {
      process.stderr.write(`A stream was closed with ${code}\n`);
      process.exit(1);
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
