import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from "@playwright/test";

/** What these change stays for the life of a context. */
const lasting = [
  "addInitScript",
  "exposeBinding",
  "exposeFunction",
  "setExtraHTTPHeaders",
  "setOffline",
] as const;
const storages = "local_storage,indexeddb,cache_storage,service_workers";

/**
 * One browser context for all tests of a worker, one after the other. A new context has to fetch and compile the
 * dashboard's scripts, which is a third of what a page load costs. Each test gets new pages and no cookies, storage,
 * permissions or routes of the test before it.
 */
export class SharedContext {
  #open: { context: BrowserContext; storage: CDPSession; blank: unknown } | undefined;
  #isDirty = false;

  constructor(
    private readonly browser: Browser,
    private readonly options: BrowserContextOptions,
  ) {}

  async get(): Promise<BrowserContext> {
    this.#open ??= await this.#create();
    return this.#open.context;
  }

  /** Removes what a test left. Without a clean context, the next test gets a new one. */
  async clean(canReuse: boolean): Promise<void> {
    if (!this.#open) return;
    if (this.#isDirty || !canReuse) return this.close();
    const { context, storage, blank } = this.#open;
    const pages = context.pages().filter((page) => page !== blank);
    const origins = new Set(pages.map((page) => new URL(page.url()).origin));
    if (this.options.baseURL) origins.add(new URL(this.options.baseURL).origin);
    await Promise.all(pages.map((page) => page.close()));
    await Promise.all([
      context.clearCookies(),
      context.clearPermissions(),
      context.unrouteAll({ behavior: "ignoreErrors" }),
      ...[...origins]
        .filter((origin) => origin !== "null")
        .map((origin) => storage.send("Storage.clearDataForOrigin", { origin, storageTypes: storages })),
    ]);
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.context.close();
  }

  async #create() {
    const context = await this.browser.newContext(this.options);
    this.#isDirty = false;
    const markDirty = () => {
      this.#isDirty = true;
    };
    // The page outlives the tests: storage is cleared through it after their pages are closed.
    const blank = await context.newPage();
    const storage = await context.newCDPSession(blank);
    for (const name of lasting) markCalls(context, name, markDirty);
    // A clock can't be uninstalled.
    for (const name of ["install", "setFixedTime", "setSystemTime", "pauseAt"] as const)
      markCalls(context.clock, name, markDirty);
    return { context, storage, blank };
  }
}

function markCalls<Name extends string>(
  target: { [name in Name]: (...args: never[]) => unknown },
  name: Name,
  mark: () => void,
): void {
  const method = target[name] as (...args: unknown[]) => unknown;
  Object.assign(target, {
    [name]: (...args: unknown[]) => {
      mark();
      return method.apply(target, args);
    },
  });
}
