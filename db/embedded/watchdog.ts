import type { ChildProcess } from "node:child_process";
import { answersQuery } from "./answers-query";
import { type FromChild, SIGNS_FD, type ToChild } from "./messages";

/** All in ms: the time between two checks, how long the child may stay silent, and how long a statement may take. */
export type WatchdogOptions = { intervalMs: number; timeoutMs: number; statementMs: number };

/**
 * A query may have to wait for the transactions of other clients, so it gets this many times the event loop's limit.
 * That is longer than any working transaction takes; the child ends idle ones itself.
 */
const QUERY_FACTOR = 6;

/**
 * Calls `onHang` once when the child's event loop (an IPC ping) or its database (a query over the socket)
 * stays silent too long. Postgres runs in that event loop: a statement over much data (a project that is deleted, a
 * vacuum) silences both for as long as it takes, and would only begin anew if the child were replaced. As long as the
 * child tells of it by signs of life, it has `statementMs`. Returns how to stop watching.
 */
export function watch(
  child: ChildProcess,
  url: string,
  { intervalMs, timeoutMs, statementMs }: WatchdogOptions,
  onHang: (reason: string) => void,
): () => void {
  let sent = 0;
  let answered = 0;
  let silentTicks = 0;
  let unansweredTicks = 0;
  let signs = 0;
  let querying = false;
  let watching = true;
  const stop = (): void => {
    watching = false;
    clearInterval(timer);
    child.off("message", onMessage);
    child.stdio[SIGNS_FD]?.off("data", onSign);
  };
  const hang = (reason: string): void => {
    stop();
    onHang(reason);
  };
  const onMessage = (message: FromChild): void => {
    if (message.type === "pong") answered = message.id;
  };
  const onSign = (): void => {
    signs += 1;
    silentTicks = 0;
  };
  const query = async (): Promise<void> => {
    querying = true;
    const signsBefore = signs;
    try {
      await answersQuery(url, timeoutMs * QUERY_FACTOR);
    } catch (error) {
      // A child that is ending breaks this connection too, and must not be disturbed.
      if (watching && child.connected && signs === signsBefore) hang(String(error));
    } finally {
      querying = false;
    }
  };
  const timer = setInterval(() => {
    // Counts ticks instead of time, so that after a pause of this process or of the machine the child gets a chance
    // to answer.
    silentTicks = answered === sent ? 0 : silentTicks + 1;
    unansweredTicks = answered === sent ? 0 : unansweredTicks + 1;
    if (silentTicks * intervalMs >= timeoutMs) {
      hang(`no sign of life for ${timeoutMs} ms`);
      return;
    }
    if (unansweredTicks * intervalMs >= statementMs) {
      hang(`a statement has been running for ${statementMs} ms`);
      return;
    }
    if (answered === sent) {
      sent += 1;
      const ping: ToChild = { type: "ping", id: sent };
      if (child.connected) child.send(ping, () => {});
    }
    if (!querying) void query();
  }, intervalMs);
  timer.unref();
  child.on("message", onMessage);
  child.stdio[SIGNS_FD]?.on("data", onSign);
  return stop;
}
