import { z } from "zod";
import { describedFields } from "@/lib/flag-use/contract";
import { BasisPoints, Type, valueFields } from "@/lib/flag-values/contract";
import { Key, Name, Percentage, Switch } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { targetingFields } from "@/lib/targeting/contract";
import { enabledDescription, GroupFlag, groupFlags, tag } from "../contract";

/** Apart from what reads flags, because these know all that may be wrong with a rule. */

export const createGroupFlag = operation({
  id: "createGroupFlag",
  method: "POST",
  path: groupFlags,
  tag,
  summary: "Create a flag in a group",
  access: "project",
  body: z.object({
    name: Name,
    key: Key,
    defaultEnabled: Switch.default(false).meta({ description: enabledDescription }),
    defaultPercentage: Percentage.optional().meta({ description: "100 if neither is given" }),
    rolloutBasisPoints: BasisPoints.nullable().optional(),
    type: Type.default("boolean"),
    ...valueFields,
    ...targetingFields,
    ...describedFields,
  }),
  status: 201,
  output: GroupFlag,
  errors: ["conflict", "confirmation_required"],
});
export const updateGroupFlag = operation({
  id: "updateGroupFlag",
  method: "PUT",
  path: `${groupFlags}/:groupFlagId` as const,
  tag,
  summary: "Change a flag of a group",
  access: "project",
  body: z.object({
    name: Name.optional(),
    key: Key.optional(),
    defaultEnabled: Switch.optional().meta({ description: enabledDescription }),
    defaultPercentage: Percentage.optional(),
    rolloutBasisPoints: BasisPoints.nullable().optional(),
    type: Type.optional(),
    ...valueFields,
    ...targetingFields,
    ...describedFields,
  }),
  output: GroupFlag,
  versioned: true,
  errors: ["conflict", "confirmation_required"],
});
