import { z } from "zod";
import { Fault } from "@/lib/mocks/answers/contract";
import { Success, Timestamp } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";

export const MockChaos = z
  .object({
    percent: z.int().meta({ description: "how many of a hundred calls of mocks meet it" }),
    statusCode: z.int().meta({ description: "what they get" }),
    fault: Fault.nullable().meta({ description: "what is done to them instead" }),
    endsAt: Timestamp.meta({ description: "when it is over by itself" }),
  })
  .meta({ id: "MockChaos" });

const tag = "Mocks";
const path = "/api/projects/:projectId/mock-chaos" as const;
const output = z.object({ chaos: MockChaos.nullable().meta({ description: "null when there is none" }) });

const whole = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.int({ error }).min(from, { error }).max(to, { error });
};

export const getMockChaos = operation({
  id: "getMockChaos",
  method: "GET",
  path,
  tag,
  summary: "Get the chaos among a project's mocks",
  access: "project",
  output,
});
export const setMockChaos = operation({
  id: "setMockChaos",
  method: "PUT",
  path,
  tag,
  summary: "Let some calls of a project's mocks fail for a while",
  access: "project",
  body: z.object({
    percent: whole(1, 100).default(10),
    statusCode: whole(400, 599).default(503),
    fault: Fault.nullable().default(null),
    minutes: whole(1, 24 * 60).default(15),
  }),
  output,
});
export const endMockChaos = operation({
  id: "endMockChaos",
  method: "DELETE",
  path,
  tag,
  summary: "End the chaos among a project's mocks",
  access: "project",
  output: Success,
});
