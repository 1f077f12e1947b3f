import { example, exampleTimes, type Reference, success, undoable } from "@/lib/operations/reference";
import type * as contract from "./contract";

const conditions = [{ attribute: "plan", operator: "in" as const, values: ["pro", "team"], not: false }];
const segment = {
  id: example.segmentId,
  name: "Paying customers",
  key: "paying-customers",
  description: null,
  match: "all" as const,
  conditions,
  ...exampleTimes,
};

export const segmentReference: Reference<typeof contract> = {
  listSegments: {
    description: "Newest first. A segment is a name for conditions that rules of flags share.",
    answer: [segment],
  },
  createSegment: {
    description:
      "Without `key` one is made from the name. It is unique in the project (409) and stays, because rules name the segment by it. Its conditions are about attributes, not about other segments.",
    body: { name: "Paying customers", conditions },
    answer: segment,
  },
  getSegment: {
    description: "The segment with its conditions, in the order that they were given in.",
    answer: segment,
  },
  updateSegment: {
    description:
      "Absent fields keep their value. All flags whose rules name it decide by the new conditions from their next evaluation on.",
    body: { match: "any" },
    answer: { ...segment, match: "any", updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  deleteSegment: {
    description: `${undoable} 409 while rules name it.`,
    answer: success,
  },
};
