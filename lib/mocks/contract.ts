import { z } from "zod";
import { Description, Name, Success, Timestamp } from "@/lib/operations/fields";
import { listQuery, Truth, wholeNumber } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { TagFilter, Tags } from "@/lib/operations/tags";
import {
  behaviour,
  CheckedHeaders,
  changedBehaviour,
  DelayMs,
  givenBehaviour,
  ResponseBody,
  ResponseHeaders,
  StatusCode,
} from "./answers/contract";
import { GivenCallbacks, MockCallback } from "./callbacks/contract";
import { normalizeEndpoint } from "./matching/endpoint";
import { Folder, FolderFilter } from "./organising/contract";
import { Fallback, GivenResponses, MockResponse, ResponseMode, SequenceEnd } from "./responses/contract";

/** `ANY` answers requests of every method for which there is no mock of its own. */
export const MockMethod = z
  .enum(["GET", "POST", "PUT", "PATCH", "DELETE", "ANY"], {
    error: "must be one of GET, POST, PUT, PATCH, DELETE, ANY",
  })
  .meta({ id: "MockMethod" });

/** A path or a pattern of paths, brought into its stored form. */
export const Endpoint = z.string({ error: "must be a text" }).transform((raw, context) => {
  const normalized = normalizeEndpoint(raw);
  if ("problem" in normalized) {
    context.issues.push({ code: "custom", message: normalized.problem, input: raw });
    return z.NEVER;
  }
  return normalized.endpoint;
});

const Enabled = z.boolean({ error: "must be true or false" });

/** A mock as people made it: what changes with a change alone. */
export const MockSettings = z.object({
  id: z.guid(),
  projectId: z.guid(),
  name: z.string(),
  description: z.string().nullable(),
  method: MockMethod,
  endpoint: z.string(),
  responseBody: z.string(),
  responseHeaders: ResponseHeaders,
  statusCode: z.int(),
  delayMs: z.int(),
  ...behaviour,
  responses: z.array(MockResponse).meta({
    description: "Tried in this order. Where none is given, the mock's own answer is, if `fallback` is true.",
  }),
  responseMode: ResponseMode.meta({
    description:
      "Which of the responses whose conditions hold is given: the first, the next one, or any by weight.",
  }),
  sequenceEnd: SequenceEnd.meta({
    description:
      "What follows the last response of a sequence: the first one, the last one again, or the mock's own answer.",
  }),
  fallback: Fallback.meta({
    description:
      "Whether the mock's own answer is given where no response is. If false, it does not match such requests.",
  }),
  callbacks: z.array(MockCallback).meta({ description: "Requests that are sent after each of its answers." }),
  folder: z.string().meta({ description: "such as `Payments/Refunds`; empty for none" }),
  tags: z.array(z.string()),
  enabled: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** With what calls made of it, of which `updatedAt` and the entity tag say nothing. */
export const Mock = MockSettings.extend({
  hits: z.int().meta({ description: "how many calls it has answered" }),
  lastCalledAt: Timestamp.nullable(),
}).meta({ id: "Mock" });

const ListedMock = Mock.extend({
  responseCount: z.int().meta({ description: "how many `responses` there are, for lists without these" }),
  callbackCount: z.int(),
}).meta({ id: "ListedMock" });

const tag = "Mocks";

export const listMocks = operation({
  id: "listMocks",
  method: "GET",
  path: "/api/projects/:projectId/mocks",
  tag,
  summary: "List the mocks of a project",
  access: "project",
  query: z.object({
    ...listQuery(ListedMock, {
      sorts: [
        "createdAt",
        "updatedAt",
        "name",
        "method",
        "endpoint",
        "statusCode",
        "folder",
        "hits",
        "lastCalledAt",
      ],
      searched: "name, endpoint, method, description, folder and tags",
    }),
    method: MockMethod.optional(),
    enabled: Truth.optional(),
    status: wholeNumber(200, 599).optional().meta({ description: "the status that is answered" }),
    folder: FolderFilter.optional().meta({
      description: "the folder, in any letter case, or one above; empty for mocks that are in none",
    }),
    tag: TagFilter.optional().meta({
      description: "tags, all of which it has, in any letter case: repeated or with commas between",
    }),
  }),
  output: z.array(ListedMock),
  list: true,
});
export const createMock = operation({
  id: "createMock",
  method: "POST",
  path: "/api/projects/:projectId/mocks",
  tag,
  summary: "Create a mock",
  access: "project",
  body: z.object({
    name: Name,
    description: Description.optional(),
    method: MockMethod.default("GET"),
    endpoint: Endpoint,
    responseBody: ResponseBody.default("{}"),
    responseHeaders: CheckedHeaders.default({}),
    statusCode: StatusCode.default(200),
    delayMs: DelayMs.default(0),
    ...givenBehaviour,
    responses: GivenResponses.default([]),
    responseMode: ResponseMode.default("first"),
    sequenceEnd: SequenceEnd.default("restart"),
    fallback: Fallback.default(true),
    callbacks: GivenCallbacks.default([]),
    folder: Folder.default(""),
    tags: Tags.default([]),
    enabled: Enabled.default(true),
  }),
  status: 201,
  output: Mock,
  errors: ["conflict"],
});
export const getMock = operation({
  id: "getMock",
  method: "GET",
  path: "/api/projects/:projectId/mocks/:mockId",
  tag,
  summary: "Get a mock",
  access: "project",
  output: Mock,
  versioned: true,
});
export const updateMock = operation({
  id: "updateMock",
  method: "PUT",
  path: "/api/projects/:projectId/mocks/:mockId",
  tag,
  summary: "Change a mock",
  access: "project",
  body: z.object({
    name: Name.optional(),
    description: Description.optional(),
    method: MockMethod.optional(),
    endpoint: Endpoint.optional(),
    responseBody: ResponseBody.optional(),
    responseHeaders: CheckedHeaders.optional(),
    statusCode: StatusCode.optional(),
    delayMs: DelayMs.optional(),
    ...changedBehaviour,
    responses: GivenResponses.optional(),
    responseMode: ResponseMode.optional(),
    sequenceEnd: SequenceEnd.optional(),
    fallback: Fallback.optional(),
    callbacks: GivenCallbacks.optional(),
    folder: Folder.optional(),
    tags: Tags.optional(),
    enabled: Enabled.optional(),
  }),
  output: Mock,
  versioned: true,
  errors: ["conflict"],
});
export const resetMock = operation({
  id: "resetMock",
  method: "POST",
  path: "/api/projects/:projectId/mocks/:mockId/reset",
  tag,
  summary: "Begin a mock's sequence anew",
  access: "project",
  // Tests do so before each run, and nothing of the mock changes.
  trail: false,
  output: Success,
});
export const deleteMock = operation({
  id: "deleteMock",
  method: "DELETE",
  path: "/api/projects/:projectId/mocks/:mockId",
  tag,
  summary: "Delete a mock",
  access: "project",
  output: Success,
});
