import { z } from "zod";
import { operation } from "@/lib/operations/operation";
import { Release } from "@/lib/releases/notes/contract";
import { releasePath, tag } from "../contract";

/** How far ahead a release can be scheduled. */
export const aheadMaxDays = 366;

export const scheduleRelease = operation({
  id: "scheduleRelease",
  method: "POST",
  path: `${releasePath}/schedule` as const,
  tag,
  summary: "Publish a release at a time, or at another one than before",
  access: "project",
  body: z.object({
    publishAt: z.iso.datetime({
      offset: true,
      error: "must be an ISO 8601 timestamp with a time zone, such as 2026-03-01T09:00:00Z",
    }),
  }),
  output: Release,
  errors: ["conflict"],
});

export const cancelReleaseSchedule = operation({
  id: "cancelReleaseSchedule",
  method: "DELETE",
  path: `${releasePath}/schedule` as const,
  tag,
  summary: "Do not publish a release at its time",
  access: "project",
  output: Release,
  errors: ["conflict"],
});
