import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listProjects } from "@/lib/projects/contract";

export const projectsList = defineList({
  op: listProjects,
  fields: ["id", "name", "slug", "description", "host", "updatedAt"],
  sort: "-createdAt",
});

export type ProjectSummary = RowOf<typeof projectsList>;
