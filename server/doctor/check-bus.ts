import { newRedisClient } from "@/lib/platform/bus/redis-link";
import type { Env } from "@/lib/platform/env/parse-env";
import { clockFinding } from "./clock";
import { type Check, checkWithinMs, type Finding, reasonOf } from "./finding";

/** Redis where it is set, else Upstash, as the bus chooses. */
export function checkBus({ redisUrl, upstash, databaseUrl }: Env): Check {
  if (redisUrl) return { name: "redis", run: (signal) => ofRedis(redisUrl, signal) };
  if (upstash) return { name: "upstash", run: (signal) => ofUpstash(upstash, signal) };
  const found = databaseUrl
    ? "none: of several processes, each learns of the others' changes within a second"
    : "none, and none is needed for one process";
  return { name: "redis", run: async () => [{ name: "redis", state: "good", found }] };
}

const latency = (name: string, ms: number, since = "PING"): Finding => ({
  name,
  state: "good",
  found: `answers ${since} in ${ms.toFixed(1)} ms`,
});

async function ofRedis(url: string, signal: AbortSignal): Promise<Finding[]> {
  const client = await newRedisClient(url, checkWithinMs);
  const failure = new Promise<never>((_, reject) => client.once("error", reject));
  failure.catch(() => {});
  client.on("error", () => {});
  signal.addEventListener("abort", () => client.destroy(), { once: true });
  const ask = async (): Promise<Finding[]> => {
    await client.connect();
    const began = performance.now();
    await client.ping();
    const answered = latency("redis", performance.now() - began);
    const asked = Date.now();
    const time = await client.sendCommand(["TIME"]).catch(() => undefined);
    if (!Array.isArray(time)) return [answered];
    const theirs = Number(time[0]) * 1000 + Number(time[1]) / 1000;
    return [answered, clockFinding("Redis", theirs, [asked, Date.now()])];
  };
  try {
    return await Promise.race([ask(), failure]);
  } catch (error) {
    const reason = reasonOf(error);
    const isRefusal = /NOAUTH|WRONGPASS|invalid (username|password)|NOPERM/i.test(reason);
    const advice = isRefusal
      ? "Correct user and password in REDIS_URL, percent-encoded."
      : "Start it, let this machine reach it, or correct REDIS_URL. Until then other processes learn of changes within a second.";
    return [{ name: "redis", state: "bad", found: `can't be used: ${reason}`, advice }];
  } finally {
    client.destroy();
  }
}

async function ofUpstash(
  { url, token }: { url: string; token: string },
  signal: AbortSignal,
): Promise<Finding[]> {
  const name = "upstash";
  const bad = (found: string, advice: string): Finding[] => [{ name, state: "bad", found, advice }];
  const asked = Date.now();
  const began = performance.now();
  let answer: Response;
  try {
    answer = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(["PING"]),
      redirect: "error",
      signal,
    });
  } catch (error) {
    return bad(
      `can't be reached: ${reasonOf(error)}`,
      "Correct UPSTASH_REDIS_REST_URL, or this machine's network.",
    );
  }
  const ms = performance.now() - began;
  const body = (await answer.json().catch(() => ({}))) as { result?: unknown };
  if (answer.status === 401 || answer.status === 403) {
    return bad("refuses the token", "Correct UPSTASH_REDIS_REST_TOKEN; it needs the right to publish.");
  }
  if (body.result !== "PONG") {
    return bad(`answers ${answer.status} and not as Upstash does`, "Correct UPSTASH_REDIS_REST_URL.");
  }
  const date = Date.parse(answer.headers.get("date") ?? "");
  const clocks = Number.isNaN(date) ? [] : [clockFinding("Upstash", date, [asked, Date.now()], 1000)];
  return [latency(name, ms), ...clocks];
}
