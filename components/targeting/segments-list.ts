import { defineList } from "@/components/ui/list-definition";
import type { Output } from "@/lib/operations/operation";
import { type getSegment, listSegments } from "@/lib/segments/contract";

export type Segment = Output<typeof getSegment>;

export const segmentsList = defineList({
  op: listSegments,
  label: "Segments",
  noun: ["segment", "segments"],
  placeholder: "Filter by name, key or description",
  sort: "name",
});
