import type { MessagePort } from "node:worker_threads";
import type { Calls, Remote } from "./program";

/** What goes through the port of one run. `started` begins the time that it has. */
type FromThread = "started" | { id: number; name: string; values: unknown[] };
type Answer = { id: number; value?: unknown; error?: string };

/** Answers the calls of a thread, as long as its run lasts. */
export function answerCalls(port: MessagePort, calls: Calls, onStart: () => void): void {
  port.on("message", async (message: FromThread) => {
    if (message === "started") return onStart();
    const { id, name, values } = message;
    const answer: Answer = { id };
    try {
      const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
      if (!call) throw new Error(`There is no call "${name}"`);
      answer.value = await call(...(values as never[]));
    } catch (error) {
      answer.error = error instanceof Error ? error.message : String(error);
    }
    // Does nothing once the port is closed.
    port.postMessage(answer);
  });
}

/** The other side, in the thread. A call that fails there fails here with the same message. */
export function remoteCalls<C extends Calls>(port: MessagePort): Remote<C> {
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  port.on("message", ({ id, value, error }: Answer) => {
    const call = open.get(id);
    open.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new Error(error));
  });
  return new Proxy({} as Remote<C>, {
    get: (_, name) => {
      if (typeof name !== "string") return undefined;
      return (...values: unknown[]) =>
        new Promise((resolve, reject) => {
          last += 1;
          open.set(last, { resolve, reject });
          port.postMessage({ id: last, name, values } satisfies FromThread);
        });
    },
  });
}
