import { randomBytes, randomUUID } from "node:crypto";
import { Client } from "pg";
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
    teamId: String(team?.id),
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

/** What no call of the API makes at once. */
export async function runOn(
  { databaseUrl }: Cluster,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** A new person with this role in the team, signed in at the same process. */
export async function joined(
  cluster: Cluster,
  { here, teamId }: { here: Caller; teamId: string },
  role: "admin" | "member",
): Promise<Caller> {
  const email = `${unique("bea")}@example.com`;
  const person = await new Caller(here.port).signedUp(email);
  await runOn(
    cluster,
    `insert into team_members (team_id, user_id, role, created_at, updated_at)
     select $1, id, $3, now(), now() from users where email = $2`,
    [teamId, email, role],
  );
  return person;
}

/** A draft with a text, which was not generated. */
export async function insertRelease(cluster: Cluster, projectId: string): Promise<string> {
  const id = randomUUID();
  await runOn(
    cluster,
    `insert into releases (id, project_id, title, content, status, from_date, to_date, repo_urls, commit_count,
       revision, commits, attempt, created_at, updated_at)
     values ($1, $2, 'January', '- Gift cards', 'draft', now(), now(), '[]', 0, 1, '[]', 0, now(), now())`,
    [id, projectId],
  );
  return id;
}
