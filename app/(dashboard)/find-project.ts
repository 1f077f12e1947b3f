import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { myTeams, projectAt, teamAt } from "@/components/shell/shell-queries";
import { urlsCookie } from "@/components/shell/urls-cookie";
import { load, loadPage } from "@/lib/api/load";
import { Slug } from "@/lib/operations/fields";
import { handleListProjects } from "@/lib/projects/list-projects";
import { handleListTeams } from "@/lib/teams/list-teams";

const isSlug = (text: string) => Slug.safeParse(text).success;

/** The first page of somebody's teams, whole. Loaded once per request, however many layouts and pages ask. */
const firstTeams = cache(() => loadPage(handleListTeams, { limit: myTeams.limit }));

/** What the frame's list shows of them. */
export async function teamsOfFrame() {
  const { items } = await firstTeams();
  return items.map(({ id, name, slug, isPersonal }) => ({ id, name, slug, isPersonal }));
}

/** The team with this slug, if any. Most people's teams are all on the first page, so that it takes no second query. */
export const teamsAt = cache(async (slug: string) => {
  if (!isSlug(slug)) return [];
  const { items, next } = await firstTeams();
  const found = items.filter((team) => team.slug === slug);
  return found.length > 0 || !next ? found : load(handleListTeams, teamAt(slug));
});

export const projectsAt = cache(async (teamId: string, slug: string) =>
  isSlug(slug) ? load(handleListProjects, projectAt(teamId, slug)) : [],
);

export const findTeam = cache(async (slug: string) => (await teamsAt(slug))[0] ?? notFound());

/** Whether this browser chose path-based URLs. */
export const showsPathUrls = cache(async () => (await cookies()).get(urlsCookie)?.value === "path");

/** The project of a page. `mockBaseUrl` is the form of the URL that this browser chose. */
export const findProject = cache(async (teamSlug: string, projectSlug: string) => {
  const team = await findTeam(teamSlug);
  const [found] = await projectsAt(team.id, projectSlug);
  const project = found ?? notFound();
  const mockBaseUrl = (await showsPathUrls()) ? project.mockPathUrl : project.mockBaseUrl;
  return { team, project, mockBaseUrl };
});

/** A page's title. A missing or forbidden resource gets no title; the page itself reports the problem. */
export async function titled(title: () => Promise<string>): Promise<Metadata> {
  return { title: await title().catch(() => "Not found") };
}

/** The title of a project's page. It names the project, so that tabs of different projects can be told apart. */
export function projectTitle(params: Promise<{ team: string; project: string }>, page: string) {
  return titled(async () => {
    const { team, project } = await params;
    return `${page} · ${(await findProject(team, project)).project.name}`;
  });
}

/** Teams whose projects are counted for the sign-in of a command line. */
const countedTeamsMax = 20;

/** All teams, and the choice to start with: the first team that has projects, and its project if there is only one. */
export async function choicesOfCli() {
  const { items } = await firstTeams();
  const teams = items.map(({ id, name }) => ({ id, name }));
  const found = await Promise.all(
    teams.slice(0, countedTeamsMax).map(async ({ id: teamId }) => {
      const projects = await load(handleListProjects, { teamId, limit: 2, fields: ["referenceId"] });
      return { teamId, projects };
    }),
  );
  const { teamId, projects } = found.find((each) => each.projects.length > 0) ?? {
    teamId: teams[0]?.id ?? "",
    projects: [],
  };
  return {
    teams,
    start: { teamId, projectId: projects.length === 1 ? (projects[0]?.referenceId ?? "") : "" },
  };
}
