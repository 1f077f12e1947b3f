import { z } from "zod";
import { Description, Key, Name, Success, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { ShownCondition } from "@/lib/targeting/answers/contract";
import { ConditionsInput, MatchField } from "@/lib/targeting/contract";

export const Segment = z
  .object({
    id: z.string().meta({ description: "KSUID" }),
    name: z.string(),
    key: z.string().meta({ description: "what rules name it by; it cannot be changed" }),
    description: z.string().nullable(),
    match: z.enum(["all", "any"]).meta({ description: "whether all conditions must hold, or one is enough" }),
    conditions: z.array(ShownCondition),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Segment" });

const tag = "Segments";
const segments = "/api/projects/:projectId/segments";

export const listSegments = operation({
  id: "listSegments",
  method: "GET",
  path: segments,
  tag,
  summary: "List the segments of a project",
  access: "project",
  query: z.object(
    listQuery(Segment, {
      sorts: ["createdAt", "updatedAt", "name", "key"],
      searched: "name, key and description",
    }),
  ),
  output: z.array(Segment),
  list: true,
});
export const createSegment = operation({
  id: "createSegment",
  method: "POST",
  path: segments,
  tag,
  summary: "Create a segment",
  access: "project",
  body: z.object({
    name: Name,
    key: Key.optional(),
    description: Description.optional(),
    match: MatchField.default("all"),
    conditions: ConditionsInput,
  }),
  status: 201,
  output: Segment,
  errors: ["conflict"],
});
export const getSegment = operation({
  id: "getSegment",
  method: "GET",
  path: `${segments}/:segmentId` as const,
  tag,
  summary: "Get a segment",
  access: "project",
  output: Segment,
  versioned: true,
});
export const updateSegment = operation({
  id: "updateSegment",
  method: "PUT",
  path: `${segments}/:segmentId` as const,
  tag,
  summary: "Change a segment",
  access: "project",
  body: z.object({
    name: Name.optional(),
    key: Key.optional(),
    description: Description.optional(),
    match: MatchField.optional(),
    conditions: ConditionsInput.optional(),
  }),
  output: Segment,
  versioned: true,
  errors: ["confirmation_required"],
});
export const deleteSegment = operation({
  id: "deleteSegment",
  method: "DELETE",
  path: `${segments}/:segmentId` as const,
  tag,
  summary: "Delete a segment that no rule names",
  access: "project",
  output: Success,
  errors: ["conflict"],
});
