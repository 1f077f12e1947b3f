import { setTimeout as sleep } from "node:timers/promises";
import { type AttackSite, times } from "./attack-site";
import type { Attack } from "./people-attacks";

const streams = 1900;

/** What a key that is in a page, and so anybody's, can ask for. */
export const streamAttacks = (site: () => AttackSite): Attack[] => {
  let key = "";
  let flag = "";
  return [
    {
      name: `${streams} streams of flags opened within a second and not read, while flags change`,
      prepare: async () => {
        const { owner, project } = site();
        const base = `/api/projects/${project.referenceId}`;
        const made = { name: "Page", scope: "evaluate" };
        key = (await owner.done<{ key: string }>("POST", `${base}/api-keys`, made)).key;
        const { id } = await owner.done<{ id: string }>("POST", `${base}/flags`, { name: "Streamed" });
        flag = `${base}/flags/${id}`;
      },
      run: async () => {
        const { door } = site();
        const head = `GET /api/sdk/stream?key=${key} HTTP/1.1\r\nHost: localhost:${door.port}\r\n\r\n`;
        const change = (n: number) =>
          site().call("PUT", flag, JSON.stringify({ enabled: n % 2 === 0, rolloutPercentage: n }));
        const changing = async () => {
          const statuses: number[] = [];
          for (let n = 0; n < 8; n += 1) {
            await sleep(500);
            statuses.push(...(await times(1, () => change(n))));
          }
          return statuses;
        };
        // As many connections at once cost as much whatever they ask for.
        const opening = Array.from({ length: 10 }, async (_, n) => {
          await sleep(100 * n);
          await site().hold(streams / 10, Buffer.from(head), 5000 - 100 * n);
        });
        const [statuses] = await Promise.all([changing(), ...opening]);
        return statuses;
      },
    },
  ];
};
