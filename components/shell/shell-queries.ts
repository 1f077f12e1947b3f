import { pageRows } from "@/components/ui/list-definition";

/** What the frame of all pages asks for. The server reads the same, so that the browser knows the answers. */

const most = { limit: pageRows };

export const myTeams = {
  ...most,
  fields: ["id" as const, "name" as const, "slug" as const, "isPersonal" as const],
};

/** The team at an address. */
export const teamAt = (slug: string) => ({ slug });

/** Those that were changed last. */
export const recentProjects = (teamId: string) => ({
  ...most,
  teamId,
  sort: "-updatedAt" as const,
  fields: ["id" as const, "name" as const, "slug" as const],
});

/** The project at an address. */
export const projectAt = (teamId: string, slug: string) => ({ teamId, slug });
