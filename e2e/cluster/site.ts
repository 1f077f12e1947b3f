import { randomBytes } from "node:crypto";
import { Caller } from "../caller";
import type { Cluster } from "./cluster";

export const unique = (prefix: string) => `${prefix}-${randomBytes(5).toString("hex")}`;

type Project = { id: string; referenceId: string; slug: string; host: string };

/** A person with a project, made at the first process, and ways to look at it from the second. */
export async function createSite({ ports: [first, second] }: Cluster) {
  const here = await new Caller(first).signedUp(`${unique("ada")}@example.com`);
  const [team] = await here.done<{ id: string }[]>("GET", "/api/teams");
  const projects = `/api/teams/${team?.id}/projects`;
  const project = await here.done<Project>("POST", projects, { name: "Shop", slug: unique("shop") });
  const there = here.at(second);
  return {
    here,
    there,
    project,
    projectPath: `${projects}/${project.id}`,
    api: `/api/projects/${project.id}`,
    /** Keys and flags are below the reference id. */
    apiByReference: `/api/projects/${project.referenceId}`,
    createMock: (endpoint: string, responseBody: string) =>
      here.done<{ id: string }>("POST", `/api/projects/${project.id}/mocks`, {
        name: endpoint,
        endpoint,
        responseBody,
      }),
    /** What the second process answers on the project's host, or on another one. */
    seen: async (path: string, host = project.host) => {
      const { status, text } = await there.send("GET", path, { host });
      return { status, text };
    },
  };
}
