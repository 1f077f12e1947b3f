import { fillGroup } from "../flags";
import { inParallel } from "../in-parallel";
import { type Site, startSite } from "../site";
import type { Subject } from "../subject";
import {
  type Discipline,
  firstPath,
  flagKeys,
  manyMocks,
  mockBody,
  mockPath,
  type Peer,
  pathsOf,
  type Trial,
} from "./peer";

/** Fieldkit itself, in the disciplines that others are compared in. */
export const fieldkitOn = (subject: Subject, disciplines: readonly Discipline[]): Peer => ({
  name: "Fieldkit",
  version: "",
  disciplines,
  wantedLead: 1,
  async start() {
    // One more than a project may have by default, as the first one stays.
    const site = await startSite({ QUOTAS: `mocks=${manyMocks + 1}` }, subject);
    const trials = [...mockTrialsOf(site), ...flagTrialsOf(site)];
    return {
      pid: () => site.pid,
      trials: trials.filter(({ discipline }) => disciplines.includes(discipline)),
      stop: site.stop,
    };
  },
});

function mockTrialsOf({ base, project, call }: Site): Trial[] {
  const create = (endpoint: string) =>
    call(`/api/projects/${project.id}/mocks`, { name: endpoint, endpoint, responseBody: mockBody });
  const { host } = project;
  return [
    {
      discipline: "one mock",
      prepare: async () => {
        await create(firstPath);
        return { target: { url: `${base}/api/mock${firstPath}`, host }, mocks: 1 };
      },
    },
    {
      discipline: "many mocks",
      prepare: async () => {
        await inParallel(manyMocks, 16, (at) => create(mockPath(at)));
        const paths = pathsOf(manyMocks).map((path) => `/api/mock${path}`);
        return { target: { url: base, host, paths }, mocks: manyMocks };
      },
    },
  ];
}

function flagTrialsOf(site: Site): Trial[] {
  const api = `/api/projects/${site.project.referenceId}`;
  const withKey = async (name: string) => {
    const { key } = await site.call<{ key: string }>(`${api}/api-keys`, { name });
    return { authorization: `Bearer ${key}` };
  };
  return [
    {
      discipline: "5 flags",
      way: "SDK endpoint",
      prepare: async () => ({
        target: {
          url: site.base,
          paths: await fillGroup(site, flagKeys.length),
          headers: await withKey("SDK"),
        },
      }),
    },
    {
      discipline: "5 flags",
      way: "check of one flag",
      prepare: async () => {
        await site.call(`${api}/flags`, { name: "Search", key: "search", enabled: true, rollout: 50 });
        const url = `${site.base}${api}/flags/check/search`;
        return { target: { url, headers: await withKey("Check") } };
      },
    },
  ];
}
