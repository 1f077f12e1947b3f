import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listProjects } from "@/lib/projects/contract";

export const projectsList = defineList({
  op: listProjects,
  label: "Projects",
  noun: ["project", "projects"],
  placeholder: "Filter by name, slug or description",
  fields: ["id", "name", "slug", "description", "host", "updatedAt"],
  sort: "-createdAt",
});

export type ProjectSummary = RowOf<typeof projectsList>;
