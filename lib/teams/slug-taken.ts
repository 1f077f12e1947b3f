import { taken } from "@/lib/operations/errors";

/** 409 for a team slug that another team has. */
export const slugTaken = (slug: string) => taken("slug", `A team with the slug "${slug}" exists already`);
