"use client";

import { useAnswer } from "@/components/ui/queries";
import { listSegments } from "@/lib/segments/contract";

export type SegmentName = { key: string; name: string };

const none: SegmentName[] = [];

/** All segments of a project: there are two hundred at most. */
export const useSegments = (projectId: string): readonly SegmentName[] =>
  useAnswer(listSegments, { projectId, limit: 1000, sort: "name", fields: ["key", "name"] }).data ?? none;
