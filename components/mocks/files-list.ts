import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listMockFiles } from "@/lib/mocks/files/contract";

export const filesList = defineList({
  op: listMockFiles,
  label: "Files",
  noun: ["file", "files"],
  placeholder: "Filter by name or type",
  sort: "-createdAt",
});

export type FileRow = RowOf<typeof filesList>;
