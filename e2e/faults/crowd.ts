import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A request that is sent over and over. */
export type Shot = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

const thread = `
  const { Agent, request } = require("node:http");
  const { parentPort, workerData: { port, connections, shots, count } } = require("node:worker_threads");
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = shots.map(() => []);
  const statuses = {};
  let sent = 0;
  let over = false;
  const shoot = () => {
    if (over || sent >= count) return;
    const at = sent++ % shots.length;
    const { method, path, headers, body } = shots[at];
    const began = performance.now();
    const next = () => {
      times[at].push(performance.now() - began);
      if (times.reduce((sum, each) => sum + each.length, 0) === count) finish();
      else shoot();
    };
    const outgoing = request({ host: "127.0.0.1", port, method, path, agent, headers }, (incoming) => {
      const name = at + ":" + incoming.statusCode;
      statuses[name] = (statuses[name] ?? 0) + 1;
      incoming.resume().on("close", next);
    });
    outgoing.on("error", next).end(body);
  };
  const finish = () => {
    over = true;
    parentPort.postMessage({ times, statuses });
    agent.destroy();
  };
  parentPort.once("message", finish);
  for (let n = 0; n < connections; n++) shoot();
`;

export type Shots = {
  /** Of each shot, how long its answers took, in ms. */
  times: number[][];
  /** How many answers there were, by "number of the shot:status". */
  statuses: Record<string, number>;
};

/** Sends the shots by turns over so many connections until there were so many, in a thread of its own. */
export class Crowd {
  readonly #thread: Worker;
  readonly #result: Promise<[Shots]>;

  constructor(port: number, shots: readonly Shot[], { connections = 1, count = 1e9 } = {}) {
    this.#thread = new Worker(thread, { eval: true, workerData: { port, shots, connections, count } });
    this.#result = once(this.#thread, "message") as Promise<[Shots]>;
  }

  /** Waits until all were sent. */
  async all(): Promise<Shots> {
    const [shots] = await this.#result;
    await this.#thread.terminate();
    return shots;
  }

  /** Stops before all were sent. */
  stop(): Promise<Shots> {
    this.#thread.postMessage("stop");
    return this.all();
  }
}
