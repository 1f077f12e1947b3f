import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { bundleInstance, Instances } from "./instances";
import { layOutTraced } from "./traced-folder";

export type Asked = {
  path: string;
  host?: string;
  target?: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
};

export type TracedFunctions = Awaited<ReturnType<typeof startTraced>>;

type Given = {
  /** Such as `server/app/api/teams/route.js`. */
  entries: readonly string[];
  databaseUrl: string;
  /** Of the address that the world knows. */
  port: number;
  env?: Record<string, string>;
};

/** Functions with the files that the build lists for them, which a request finds thawed and leaves frozen. */
export async function startTraced({ entries, databaseUrl, port, env = {} }: Given) {
  const folder = await mkdtemp(join(tmpdir(), "fieldkit-traced-"));
  const host = `localhost:${port}`;
  const instances = new Instances({
    program: await bundleInstance(folder),
    launcher: layOutTraced(entries, join(folder, "function")),
    neonPort: 0,
    env: {
      ...process.env,
      VERCEL: "1",
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: "a secret of thirty-two characters",
      APP_URL: `http://${host}`,
      MOCK_DOMAIN: `mock.${host}`,
      ...env,
    },
  });
  return {
    /** As the platform hands a request over, after the middleware. */
    async ask(asked: Asked): Promise<{ status: number; text: string }> {
      const { path, target = path, method = "GET", body } = asked;
      const headers = {
        ...asked.headers,
        host: asked.host ?? host,
        "x-fieldkit-target": target,
        "x-matched-path": path,
      };
      const to = { host: "127.0.0.1", port: await instances.wake(), path, method, headers, agent: false };
      return new Promise((resolve, reject) => {
        const sent = request(to, async (given) => {
          resolve({ status: given.statusCode ?? 0, text: await text(given) });
        });
        sent.on("error", reject).end(body);
      });
    },
    /** The same for a client of one's own. */
    fetch: (async (address: string, init: RequestInit) => {
      const { pathname, search } = new URL(address);
      const headers = { ...init.headers, "x-fieldkit-target": pathname, "x-matched-path": pathname };
      const at = `http://127.0.0.1:${await instances.wake()}`;
      return fetch(`${at}${pathname}${search}`, { ...init, headers });
    }) as typeof globalThis.fetch,
    async stop() {
      await instances.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
