import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { load } from "@/lib/api/load";
import { handleListProjects } from "@/lib/projects/list-projects";
import { handleListTeams } from "@/lib/teams/list-teams";

/** Loaded once per request, however many layouts and pages ask. */
export const myTeams = cache(() => load(handleListTeams, {}));

export const projectsOf = cache((teamId: string) => load(handleListProjects, { teamId }));

export const findTeam = cache(async (teamSlug: string) => {
  const team = (await myTeams()).find(({ slug }) => slug === teamSlug);
  return team ?? notFound();
});

export const findProject = cache(async (teamSlug: string, projectSlug: string) => {
  const team = await findTeam(teamSlug);
  const project = (await projectsOf(team.id)).find(({ slug }) => slug === projectSlug) ?? notFound();
  return { team, project };
});

/** A page's title. What is not there or not theirs has none; that the page itself then says so is enough. */
export async function titled(title: () => Promise<string>): Promise<Metadata> {
  return { title: await title().catch(() => "Not found") };
}

/** The title of a project's page; it names the project, because tabs of several look alike. */
export function projectTitle(params: Promise<{ team: string; project: string }>, page: string) {
  return titled(async () => {
    const { team, project } = await params;
    return `${page} · ${(await findProject(team, project)).project.name}`;
  });
}
