import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { dataLockHolder } from "@/db/embedded/data-lock";
import type { Env } from "@/lib/platform/env/parse-env";
import { listen } from "@/lib/platform/process/listen";
import { clockFinding } from "./clock";
import { type Check, type Finding, reasonOf } from "./finding";
import { isLocal } from "./is-local";

/** The addresses of a host, sorted. */
export type Resolve = (host: string) => Promise<string[]>;

const bySystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address).sort();

/** Whether any name below the mocks' domain leads to where the dashboard is. */
export function checkMockDomain({ mockHostname, appUrl }: Env, resolve: Resolve = bySystem): Check {
  const name = "mock domain";
  return {
    name,
    async run() {
      const any = `doctor-${randomBytes(4).toString("hex")}.${mockHostname}`;
      if (isLocal(mockHostname)) {
        const found = `*.${mockHostname} is this machine; browsers and curl know that of every name below localhost`;
        return [{ name, state: "good", found }];
      }
      let addresses: string[];
      try {
        addresses = await resolve(any);
      } catch (error) {
        const advice = `Make a DNS record *.${mockHostname} that leads to Fieldkit (A, AAAA or CNAME).`;
        return [{ name, state: "bad", found: `${any} can't be resolved: ${reasonOf(error)}`, advice }];
      }
      const found = `*.${mockHostname} leads to ${addresses.join(", ")}`;
      const app = new URL(appUrl).hostname.replace(/^\[|\]$/g, "");
      const own = await resolve(app).catch(() => []);
      if (own.length === 0 || own.some((each) => addresses.includes(each)))
        return [{ name, state: "good", found }];
      const advice = `${app} leads to ${own.join(", ")}: right if both are the same proxy, else correct the record.`;
      return [{ name, state: "note", found, advice }];
    },
  };
}

/** Whether Fieldkit answers on its port, or could listen there. */
export function checkPort(env: Env): Check {
  const { port, host } = env;
  const name = "port";
  return {
    name,
    async run(signal) {
      const local = host === undefined || /^(0\.0\.0\.0|::)$/.test(host) ? "localhost" : host;
      const origin = `http://${local.includes(":") ? `[${local}]` : local}:${port}`;
      const answer = await readiness(origin, signal).catch(() => undefined);
      if (typeof answer === "object") return [answer.finding(name, `Fieldkit answers on port ${port}`)];
      const server = createServer();
      try {
        await listen(server, { port, host, command: "npm start" });
        return [
          embeddedElsewhere(env) ?? {
            name,
            state: "good",
            found: `port ${port} is free; Fieldkit does not run here`,
          },
        ];
      } catch (error) {
        const advice = `Stop what uses it, or choose another one: PORT=${port === 65535 ? 4000 : port + 1} npm start`;
        return [{ name, state: "bad", found: `Fieldkit can't listen there: ${reasonOf(error)}`, advice }];
      } finally {
        server.close();
      }
    },
  };
}

/** A Fieldkit that runs with another port: the other findings are then about settings that it may not have. */
function embeddedElsewhere({ port, databaseUrl, dataDir }: Env): Finding | undefined {
  const holder = databaseUrl || !existsSync(dataDir) ? undefined : dataLockHolder(dataDir);
  if (!holder) return undefined;
  const found = `port ${port} is free, but ${holder} uses the data directory`;
  const advice = "If that is Fieldkit, run the doctor with the variables that Fieldkit runs with.";
  return { name: "port", state: "note", found, advice };
}

/** Whether the address that links are made of leads to Fieldkit. */
export function checkAppUrl({ appUrl, port }: Env): Check {
  const name = "APP_URL";
  return {
    name,
    async run(signal) {
      const { hostname, port: given } = new URL(appUrl);
      if (isLocal(hostname) && Number(given || 80) === port) {
        return [{ name, state: "good", found: `${appUrl} is this machine` }];
      }
      const advice =
        "Start Fieldkit, and let DNS, certificate and proxy lead there: links in mails and pages are made of it.";
      const asked = Date.now();
      let answer: Awaited<ReturnType<typeof readiness>>;
      try {
        answer = await readiness(appUrl, signal);
      } catch (error) {
        return [
          { name, state: "note", found: `${appUrl} can't be reached from here: ${reasonOf(error)}`, advice },
        ];
      }
      if (typeof answer === "number") {
        const found =
          answer >= 502
            ? `${appUrl} answers ${answer}: the proxy doesn't reach Fieldkit`
            : `something else answers at ${appUrl}`;
        return [{ name, state: "bad", found, advice }];
      }
      const finding = answer.finding(name, `Fieldkit answers at ${appUrl}`);
      if (Number.isNaN(answer.date)) return [finding];
      return [finding, clockFinding(appUrl, answer.date, [asked, Date.now()], 1000)];
    },
  };
}

/** What `/readyz` says, or the status if the answer isn't Fieldkit's. @throws if there is no answer */
async function readiness(origin: string, signal: AbortSignal) {
  const answer = await fetch(`${origin}/readyz`, { redirect: "manual", signal });
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  const isReady = answer.status === 200 && body.status === "ok" && "database" in body;
  if (!isReady && !(answer.status === 503 && "requestId" in body)) return answer.status;
  return {
    date: Date.parse(answer.headers.get("date") ?? ""),
    finding(name: string, found: string): Finding {
      if (!isReady) {
        const advice = "Its log says more.";
        return { name, state: "bad", found: `${found}, and is not ready: ${String(body.error)}`, advice };
      }
      if (body.bus === "ok" || body.bus === "memory")
        return { name, state: "good", found: `${found} and is ready` };
      const advice = "Look at Redis: until it is back, other processes learn of changes within a second.";
      return { name, state: "note", found: `${found}; its bus is ${String(body.bus)}`, advice };
    },
  };
}
