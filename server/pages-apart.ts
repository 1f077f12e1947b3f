import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { clientNetworkOf } from "@/lib/auth/client-address";
import { pages as budget } from "@/lib/platform/budgets/budgets";
import { firstHeader } from "@/lib/platform/headers/first-header";
import type { Hub } from "@/lib/platform/ipc/hub";
import { log } from "@/lib/platform/log/log";
import { Gate } from "@/lib/platform/process/gate";
import { afterEarlier } from "./after-earlier";
import { answerAway, createForwarder } from "./forward-page";
import { KeptChild } from "./kept-child";
import type { Pages } from "./pages";

/** How long a page waits while the process that renders it is started again, in ms. */
const patienceMs = 10_000;
const endWithinMs = 5000;
/**
 * Of the heap, between two collections, as a part of what is in use. On a machine with much memory, V8 would let what is
 * left of pages grow to several hundred megabytes first.
 */
const heapGrowth = "--heap-growing-percent=100";

/** A process of its own that renders the pages, and where it can be reached. */
export class PagesApart {
  /** Only this user can open what is in it. */
  readonly #folder = mkdtempSync(join(tmpdir(), "fieldkit-pages-"));
  readonly socketPath = join(this.#folder, "pages.sock");
  readonly child: KeptChild;

  constructor(hub: Hub) {
    this.child = new KeptChild({ name: "pages", kind: "pages", hub, fork: () => this.#fork(), endWithinMs });
  }

  async stop(): Promise<void> {
    await this.child.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #fork() {
    // What a process that was killed has left there would keep the next one from listening.
    rmSync(this.socketPath, { force: true });
    const program = fileURLToPath(new URL("pages.js", import.meta.url));
    return fork(program, [this.socketPath], { execArgv: ["--enable-source-maps", heapGrowth] });
  }
}

/**
 * Has another process answer what is for pages.
 * @param seen how many changes it must have heard of before it answers
 * @param isReady whether it is there, within a time in ms
 */
export function pagesAt(
  socketPath: string,
  seen: () => number,
  isReady: (withinMs: number) => Promise<boolean>,
): Pages {
  const { forward, close } = createForwarder({ socketPath, seen });
  // More connections at a time than the other side's system lets wait would fail, and each client waits for itself.
  const gate = new Gate(budget.forwarded);
  const networkOf = ({ headers, socket }: IncomingMessage) =>
    clientNetworkOf((name) => firstHeader(headers, name) ?? null, socket.remoteAddress);
  return {
    handle(request, response, observed) {
      afterEarlier(request, response)
        .then(() => gate.enter(networkOf(request)))
        .then(async (leave = () => {}) => {
          const ready = !response.destroyed && (await isReady(patienceMs));
          try {
            if (ready && !response.destroyed) return forward(request, response, observed, leave);
            if (!response.destroyed) answerAway(response);
            leave();
          } catch (error) {
            leave();
            throw error;
          }
        })
        .catch((err: unknown) => {
          log().warn({ err }, "a request could not be passed on to the pages");
          if (!response.headersSent) answerAway(response);
        });
    },
    close: async () => close(),
  };
}
