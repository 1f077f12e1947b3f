import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "./load";

const connections = 64;
const endOfHead = Buffer.from("\r\n\r\n");
const endOfChunks = Buffer.from("0\r\n\r\n");

type Asked = Pick<Target, "url" | "host" | "paths" | "headers">;

/**
 * How often a server answers in a second, on connections that ask again as soon as an answer is whole. This load reads
 * the status and length of an answer and nothing else. An ordinary one takes a core for itself, so that on a machine with
 * two cores it would be measured, and not a server that is faster or uses several.
 * @throws when an answer is no 200, or a connection ends
 */
export async function plainPerSecond(asked: Asked, seconds: number): Promise<number> {
  const requests = requestsOf(asked);
  const { hostname, port } = new URL(asked.url);
  let answers = 0;
  let failure: Error | undefined;
  const sockets = Array.from({ length: connections }, (_, at) => {
    let next = Math.floor((requests.length / connections) * at);
    const socket = connect(Number(port), hostname);
    const ask = () => {
      socket.write(requests[next] ?? "");
      next = (next + 1) % requests.length;
    };
    socket.setNoDelay(true).once("connect", ask);
    const fail = (error: Error) => {
      failure ??= error;
      socket.destroy();
    };
    socket.once("error", fail).once("end", () => fail(new Error(`${asked.url} ended a connection`)));
    onAnswers(socket, fail, () => {
      answers += 1;
      ask();
    });
    return socket;
  });
  await sleep(1000 * seconds);
  for (const socket of sockets) socket.destroy();
  if (failure) throw failure;
  return answers / seconds;
}

function requestsOf({ url, host, paths, headers = {} }: Asked): Buffer[] {
  const { host: own, pathname, search } = new URL(url);
  const lines = Object.entries({ host: host ?? own, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return (paths ?? [`${pathname}${search}`]).map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`),
  );
}

/** Calls back at the end of each answer, one of which is under way at a time. */
function onAnswers(socket: Socket, fail: (error: Error) => void, answered: () => void): void {
  let head: Buffer | undefined;
  let missing = 0;
  let isChunked = false;
  socket.on("data", (chunk: Buffer) => {
    if (missing === 0 && !isChunked) {
      const begun = head ? Buffer.concat([head, chunk]) : chunk;
      const end = begun.indexOf(endOfHead);
      if (end === -1) {
        head = begun;
        return;
      }
      head = undefined;
      const text = begun.toString("latin1", 0, end).toLowerCase();
      if (!text.startsWith("http/1.1 200")) return fail(new Error(`an answer is ${text.slice(0, 80)}`));
      const length = /\r\ncontent-length: *(\d+)/.exec(text)?.[1];
      isChunked = length === undefined;
      missing = isChunked ? 0 : end + endOfHead.length + Number(length);
      chunk = begun;
    }
    if (isChunked) {
      if (!chunk.subarray(-endOfChunks.length).equals(endOfChunks)) return;
      isChunked = false;
    } else {
      missing -= chunk.length;
      if (missing > 0) return;
    }
    answered();
  });
}
