import { z } from "zod";
import { HeaderName } from "@/lib/mocks/answers/contract";
import { Success } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";

export const MockProxy = z
  .object({
    enabled: z.boolean(),
    baseUrl: z.string().meta({ description: "what comes before the path of a request" }),
    timeoutMs: z.int().meta({ description: "how long the server may take for all of its answer" }),
    recording: z.boolean().meta({ description: "whether each answer becomes a mock" }),
    recordedHeaders: z
      .array(z.string())
      .meta({ description: "names of the headers that a recorded mock keeps" }),
    recordedBodies: z.boolean().meta({ description: "whether a recorded mock keeps the body" }),
  })
  .meta({ id: "MockProxy" });

export const proxyLimits = { baseUrlChars: 2000, timeoutMsMin: 1000, timeoutMsMax: 30_000, headers: 30 };

/** What holds where nothing was ever said. */
export const proxyDefaults = {
  enabled: true,
  timeoutMs: 10_000,
  recording: false,
  recordedHeaders: ["content-type"],
  recordedBodies: true,
};

const { baseUrlChars, timeoutMsMin, timeoutMsMax, headers } = proxyLimits;
const truth = z.boolean({ error: "must be true or false" });
const timeoutProblem = `must be a whole number of milliseconds from ${timeoutMsMin} to ${timeoutMsMax}`;

const RecordedName = HeaderName.refine((name) => name !== "set-cookie", {
  error: "must not be Set-Cookie: cookies are never recorded",
});

const tag = "Mocks";
const path = "/api/projects/:projectId/mock-proxy" as const;
const output = z.object({
  proxy: MockProxy.nullable().meta({ description: "null when nothing is forwarded" }),
});

export const getMockProxy = operation({
  id: "getMockProxy",
  method: "GET",
  path,
  tag,
  summary: "Get where a project's misses are forwarded to",
  access: "project",
  output,
});
export const setMockProxy = operation({
  id: "setMockProxy",
  method: "PUT",
  path,
  tag,
  summary: "Forward what no mock of a project answers to another server",
  access: "project",
  body: z.object({
    enabled: truth.optional(),
    baseUrl: z
      .string({ error: "must be an address such as https://api.example.com/v1" })
      .trim()
      .max(baseUrlChars, { error: `must have at most ${baseUrlChars} characters` })
      .optional(),
    timeoutMs: z
      .int({ error: timeoutProblem })
      .min(timeoutMsMin, { error: timeoutProblem })
      .max(timeoutMsMax, { error: timeoutProblem })
      .optional(),
    recording: truth.optional(),
    recordedHeaders: z
      .array(RecordedName, { error: "must be a list of header names" })
      .max(headers, { error: `must have at most ${headers} names` })
      .transform((names) => [...new Set(names)])
      .optional(),
    recordedBodies: truth.optional(),
  }),
  output,
});
export const removeMockProxy = operation({
  id: "removeMockProxy",
  method: "DELETE",
  path,
  tag,
  summary: "Forward a project's misses no longer",
  access: "project",
  output: Success,
});
