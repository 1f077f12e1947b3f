import { segments } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireAllConfirmed } from "@/lib/environments/require-confirmed";
import { changeRow } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import type { Condition } from "@/lib/targeting/conditions";
import { additionsOf, conditionsSize, storedConditions } from "@/lib/targeting/stored-targeting";
import { updateSegment } from "./contract";
import { requireSegment, type SegmentRow, toSegment } from "./require-segment";

export const handleUpdateSegment = implement(updateSegment, (ctx, { projectId, segmentId, fields }) =>
  changeRow(ctx, segments, {
    fields,
    find: async (inner) => {
      const project = await requireProject(inner, { referenceId: projectId });
      return requireSegment(inner, project.id, segmentId, "no key update");
    },
    change: async (segment, { key, conditions, ...others }, inner) => {
      if (key !== undefined && key !== segment.key) {
        throw invalid([{ path: "key", message: "cannot be changed, because rules name the segment by it" }]);
      }
      if (!conditions) return others;
      await requireAllConfirmed(inner, segment.projectId);
      return { ...others, ...storedConditions(conditions) };
    },
    additions: (segment, before) => additionsOf(segment.projectId, sizeOf(before), sizeOf(segment)),
    show: toSegment,
    after: (segment) => forgetFlags(segment.projectId),
  }),
);

const sizeOf = (segment: SegmentRow) =>
  conditionsSize({ ...segment, conditions: segment.conditions as Condition[] });
