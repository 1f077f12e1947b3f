import { MiB } from "./attack-inputs";
import { type AttackSite, times } from "./attack-site";
import type { Attack } from "./people-attacks";

/** What the log of calls can be made to keep and to look through. */
export const callAttacks = (site: () => AttackSite): Attack[] => [
  {
    name: "a flood of misses as long as may be, while the log of calls is listed and verified",
    prepare: async () => {
      const echo = { name: "E", method: "POST", endpoint: "/logged", templated: true };
      await site().owner.done("POST", `${site().api}/mocks`, { ...echo, responseBody: "{{ request.body }}" });
    },
    run: async () => {
      const { api, project } = site();
      const long = { "x-long": "y".repeat(6000), "content-type": "text/plain" };
      const miss = (n: number) =>
        site().send({ path: `/api/mock/missed/${n}/${"z".repeat(6000)}`, host: project.host, headers: long });
      const call = () =>
        site().send({
          ...{ method: "POST", path: "/api/mock/logged", host: project.host, headers: long },
          body: "b".repeat(MiB / 16),
        });
      const any = Array.from({ length: 20 }, (_, n) => ({
        ...{ in: "header", name: "x-long", matches: `[yz]*y[yz]{${20 + n}}a` },
      }));
      const wanted = { path: "/missed/:n/:rest", when: { any }, times: { atLeast: 1000 }, waitMs: 1000 };
      const verify = () => site().call("POST", `${api}/mock-calls/verify`, JSON.stringify(wanted));
      const list = (n: number) =>
        site().call("GET", `${api}/mock-calls${n % 2 ? "?limit=1000" : "?q=nowhere&count=true"}`);
      const floods = [times(400, miss), times(60, call)];
      return (await Promise.all([...floods, times(2, verify), times(8, list)])).flat();
    },
  },
];
