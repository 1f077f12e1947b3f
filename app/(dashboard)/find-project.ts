import { notFound } from "next/navigation";
import { cache } from "react";
import { load } from "@/lib/http/load";
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
