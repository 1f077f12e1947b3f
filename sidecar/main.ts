/** The relay as a process of its own, beside an app that can't hold WebSockets. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Bus, bus, busName } from "@/lib/platform/bus/bus";
import { env } from "@/lib/platform/env/env";
import { type Env, EnvError } from "@/lib/platform/env/parse-env";
import { log } from "@/lib/platform/log/log";
import { addMeasure } from "@/lib/platform/metrics/measures";
import { measureProcess } from "@/lib/platform/metrics/process-measure";
import { serveMetrics } from "@/lib/platform/metrics/serve-metrics";
import { isObserving, observe } from "@/lib/platform/observe/observed-request";
import { startObserving } from "@/lib/platform/observe/start-observing";
import { endOnSignals } from "@/lib/platform/process/end-on-signals";
import { listen } from "@/lib/platform/process/listen";
import { OpenConnections, patience } from "@/lib/platform/process/open-connections";
import { orderlyClose } from "@/lib/platform/process/orderly-close";
import { beginRequestSpan } from "@/lib/platform/trace/request-spans";
import { stopTracing } from "@/lib/platform/trace/trace";
import { ownVersion, versionText } from "@/lib/platform/version/version";
import { createBackend } from "./backend";
import { asksForStream, isBelowWs } from "./handshake";
import { answerJson, answerPlainly } from "./refusal";
import { Relay } from "./relay";
import { serveUpgrades, upgradeOptions } from "./upgrades";

try {
  await main();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof EnvError)) log().fatal({ err: error }, "the relay could not start");
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const { port, host, appUrl, trustProxy } = requireComplete(env());
  await startObserving();
  const relay = new Relay({
    bus: bus(),
    backend: createBackend({ appUrl, fetch }),
    deaf: () => bus().status() === "degraded",
  });
  measureProcess();
  addMeasure(() => [{ name: "fieldkit_websockets", value: relay.size }]);
  const server = createServer({ ...patience(), ...upgradeOptions(asksForStream) });
  const open = new OpenConnections({ trustProxy });
  open.watch(server);
  const close = orderlyClose(server);
  serveUpgrades(server, {
    request(request, response) {
      if (!open.admits(request, response)) return;
      if (isObserving()) beginRequestSpan(observe(request, response), request, false);
      answer(request, response, { relay, bus: bus(), appUrl });
    },
    takes: asksForStream,
    upgrade: (request, socket, head) => relay.upgrade(request, socket, head),
  });
  await listen(server, { port, host, command: "npm run sidecar" });
  const lines = [
    `  version       ${versionText()}`,
    `  app           ${appUrl}`,
    `  bus           ${busName()}`,
    "",
    `  Streams       port ${port}`,
  ];
  process.stdout.write(`\nFieldkit's relay is ready.\n\n${lines.join("\n")}\n\n`);
  endOnSignals(async () => {
    await Promise.all([close(), relay.close()]);
    await bus().close();
    await stopTracing(3000);
  });
}

/** @throws {EnvError} */
function requireComplete(settings: Env): Env {
  const problems = [];
  if (!settings.redisUrl) {
    problems.push("  REDIS_URL: must be set to the Redis that the app uses: captures come over it.");
  }
  if (settings.appUrl === `http://localhost:${settings.port}`) {
    problems.push("  APP_URL: must be the app's address, and PORT another port than the app's.");
  }
  if (problems.length > 0) throw new EnvError(`The relay can't run alone:\n${problems.join("\n")}`);
  return settings;
}

type Parts = { relay: Relay; bus: Bus; appUrl: string };

function answer(request: IncomingMessage, response: ServerResponse, { relay, bus, appUrl }: Parts): void {
  const { url = "/" } = request;
  const path = url.split("?", 1)[0];
  if (path === "/livez") answerJson(request, response, 200, { status: "ok" });
  else if (path === "/readyz") void readyz(request, response, bus, appUrl);
  else if (isBelowWs(url)) relay.answer(request, response);
  else if (!serveMetrics(request, response))
    answerPlainly(request, response, "not_found", "Not found. This is the relay of streams, not the app.");
}

/** A bus that is down is reported, but clients need not go elsewhere: streams then ask the app. */
async function readyz(request: IncomingMessage, response: ServerResponse, bus: Bus, appUrl: string) {
  const reached = await fetch(`${appUrl}/livez`, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  );
  await reached?.body?.cancel();
  if (reached?.ok)
    answerJson(request, response, 200, { status: "ok", app: "ok", bus: bus.status(), ...ownVersion() });
  else answerPlainly(request, response, "unavailable", "The app is not reachable.");
}
