import { Agent, get } from "node:http";

/** Asks for each path once over so many connections; ms until each answer was whole. */
export async function timesOf(
  base: string,
  paths: readonly string[],
  { connections, headers }: { connections: number; headers: Record<string, string> },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waiting = [...paths];
  const times: number[] = [];
  const lane = async () => {
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      times.push(await timed(`${base}${path}`, agent, headers));
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, lane));
  } finally {
    agent.destroy();
  }
  return times;
}

/** The time that this part of all took no longer than. */
export const percentile = (times: readonly number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0;

/** Milliseconds until an answer is whole. @throws when it is no 200 */
export function timed(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume();
      response.once("error", reject);
      response.once("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - begin);
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    }).once("error", reject);
  });
}
