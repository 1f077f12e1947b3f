import { pageRows } from "@/components/ui/list-definition";

/** The queries of the frame around all pages. The server uses the same inputs, so that the browser has the answers. */

const most = { limit: pageRows };

export const myTeams = {
  ...most,
  fields: ["id" as const, "name" as const, "slug" as const, "isPersonal" as const],
};

/** The team at an address. */
export const teamAt = (slug: string) => ({ slug });

/** The most recently changed projects. */
export const recentProjects = (teamId: string) => ({
  ...most,
  teamId,
  sort: "-updatedAt" as const,
  fields: ["id" as const, "name" as const, "slug" as const],
});

/** The project at an address. */
export const projectAt = (teamId: string, slug: string) => ({ teamId, slug });
