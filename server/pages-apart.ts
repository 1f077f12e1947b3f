import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hub } from "@/lib/platform/ipc/hub";
import { log } from "@/lib/platform/log/log";
import { answerAway, createForwarder } from "./forward-page";
import { KeptChild } from "./kept-child";
import type { Pages } from "./pages";

/** How long a page waits while the process that renders it is started again, in ms. */
const patienceMs = 10_000;
const endWithinMs = 5000;

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
    return fork(program, [this.socketPath], { execArgv: ["--enable-source-maps"] });
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
  return {
    handle(request, response, observed) {
      isReady(patienceMs)
        .then((ready) => {
          if (response.destroyed) return;
          if (ready) forward(request, response, observed);
          else answerAway(response);
        })
        .catch((err: unknown) => {
          log().warn({ err }, "a request could not be passed on to the pages");
          if (!response.headersSent) answerAway(response);
        });
    },
    close: async () => close(),
  };
}
