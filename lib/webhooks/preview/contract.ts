import { z } from "zod";
import { PreviewProblems, previewedAnswer, targetBelow, typedRequest } from "@/lib/mocks/preview/contract";
import { operation } from "@/lib/operations/operation";
import { GivenInboxResponse } from "@/lib/webhooks/answers/contract";
import {
  GivenHandshakes,
  HandshakePreset,
  MetaVerifyToken,
  usualHandshakes,
} from "@/lib/webhooks/handshakes/contract";

const Target = targetBelow({
  path: "/api/webhook/inbox",
  name: "the inbox's address",
  example: "/orders?page=2",
});

export const previewWebhook = operation({
  id: "previewWebhook",
  method: "POST",
  path: "/api/projects/:projectId/webhooks/preview",
  tag: "Webhooks",
  summary: "Preview what an inbox would answer",
  access: "project",
  scope: "read",
  safe: true,
  // Nothing is stored, and a form asks whenever somebody has typed.
  trail: false,
  body: z.object({
    response: GivenInboxResponse.default(null),
    handshakes: GivenHandshakes.default([...usualHandshakes]),
    metaVerifyToken: MetaVerifyToken.default(null),
    request: z.object(
      {
        ...typedRequest,
        path: Target.meta({ description: "after the inbox's address, with its query: `/orders?page=2`" }),
      },
      { error: "must be an object with method, path, headers and body" },
    ),
  }),
  output: z.object({
    answer: z.object({
      handshake: HandshakePreset.nullable().meta({ description: "the handshake that it is the answer to" }),
      ...previewedAnswer,
    }),
    problems: PreviewProblems,
  }),
});
