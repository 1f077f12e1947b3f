import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { projectAt, teamAt } from "@/components/shell/shell-queries";
import { load } from "@/lib/api/load";
import { Slug } from "@/lib/operations/fields";
import { handleListProjects } from "@/lib/projects/list-projects";
import { handleListTeams } from "@/lib/teams/list-teams";

const isSlug = (text: string) => Slug.safeParse(text).success;

/** The team with this slug, if any. Loaded once per request, however many layouts and pages ask. */
export const teamsAt = cache(async (slug: string) =>
  isSlug(slug) ? load(handleListTeams, teamAt(slug)) : [],
);

export const projectsAt = cache(async (teamId: string, slug: string) =>
  isSlug(slug) ? load(handleListProjects, projectAt(teamId, slug)) : [],
);

export const findTeam = cache(async (slug: string) => (await teamsAt(slug))[0] ?? notFound());

export const findProject = cache(async (teamSlug: string, projectSlug: string) => {
  const team = await findTeam(teamSlug);
  const [project] = await projectsAt(team.id, projectSlug);
  return { team, project: project ?? notFound() };
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
