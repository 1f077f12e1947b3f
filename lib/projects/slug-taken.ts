import { taken } from "@/lib/operations/errors";

/** 409 for a project slug that another project of the team has. */
export const slugTaken = (slug: string) =>
  taken("slug", `A project with the slug "${slug}" exists in this team already`);
