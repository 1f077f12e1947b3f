import { z } from "zod";
import { EnvironmentSelector } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";

export const streamFlags = operation({
  id: "streamFlags",
  scope: "evaluate",
  method: "GET",
  path: "/api/sdk/stream",
  tag: "SDK",
  summary: "Hear of every change of what evaluations answer",
  access: "key",
  query: z.object({
    env: EnvironmentSelector.optional(),
    key: z.string().optional().meta({
      description: "a key with the scope `evaluate`, for a browser's `EventSource`, which sends no headers",
    }),
    lastEventId: z.string().optional().meta({
      description: "the id of the last event, where `Last-Event-ID` can't be sent",
    }),
  }),
  output: z.string(),
  produces: ["text/event-stream"],
  errors: ["not_found", "rate_limited"],
  cors: true,
  stream: true,
});
