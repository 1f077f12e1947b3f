import { z } from "zod";
import { EnvironmentName } from "@/lib/environments/contract";
import { ShownValue, VariantName } from "@/lib/flag-values/contract";
import { EnvironmentSelector } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";

export const ResolvedFlags = z
  .object({
    recordId: z.string(),
    projectId: z.string().meta({ description: "the project's public reference id" }),
    environment: EnvironmentName.nullable(),
    flags: z.record(
      z.string(),
      z.object({
        enabled: z.boolean().meta({ description: "the final decision, rollout included" }),
        rollout: z.int(),
        source: z.enum(["record", "group-default"]),
        value: ShownValue.optional(),
        variant: VariantName.optional(),
      }),
    ),
  })
  .meta({ id: "ResolvedFlags" });

export const resolveFlags = operation({
  id: "resolveFlags",
  isCheck: true,
  scope: "evaluate",
  method: "GET",
  path: "/api/flags/:recordId",
  tag: "SDK",
  summary: "Resolve all flags of a record",
  access: "key",
  query: z.object({ env: EnvironmentSelector.optional() }),
  output: ResolvedFlags,
  cors: true,
  conditional: true,
});
