import { example, exampleTimes, type Reference, success, undoable } from "@/lib/operations/reference";
import type * as chaosContract from "./chaos/contract";
import type * as contract from "./contract";
import type * as importContract from "./import/contract";

const mock = {
  id: example.mockId,
  projectId: example.projectId,
  name: "A user",
  description: null,
  method: "GET" as const,
  endpoint: "/users/:id",
  responseBody: '{"id": 7, "name": "Ada"}',
  responseHeaders: { "Cache-Control": "no-store" },
  statusCode: 200,
  delayMs: 0,
  templated: false,
  delayDistribution: null,
  bytesPerSecond: null,
  fault: null,
  responses: [],
  responseMode: "first" as const,
  sequenceEnd: "restart" as const,
  fallback: true,
  enabled: true,
  ...exampleTimes,
};

const chaos = { percent: 10, statusCode: 503, fault: null, endsAt: "2026-03-03T14:17:11.480Z" };

export const mockReference: Reference<typeof contract & typeof chaosContract & typeof importContract> = {
  listMocks: {
    description: "Newest first. The mocks themselves answer anybody, below the project's `mockBaseUrl`.",
    answer: [mock],
  },
  createMock: {
    description:
      "The mock answers from the next request on. `endpoint` gets one leading slash and may have placeholders (`/users/:id`) and a trailing `*`; method and endpoint are unique together (409). Send JSON in `responseBody` as a string. Headers that belong to the connection, or that would harm other pages of the host, are refused with 400.",
    body: {
      name: "A user",
      endpoint: "/users/:id",
      responseBody: '{"id": 7, "name": "Ada"}',
      responseHeaders: { "Cache-Control": "no-store" },
    },
    answer: mock,
  },
  getMock: {
    description: "The whole mock, body included. 404 for a mock of another project.",
    answer: mock,
  },
  updateMock: {
    description:
      "Absent fields keep their value; an empty object changes nothing, `updatedAt` included. The next request to the mock gets the new answer. 409 when another mock has the method and endpoint.",
    body: { statusCode: 503, delayMs: 1500 },
    answer: { ...mock, statusCode: 503, delayMs: 1500, updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  resetMock: {
    description: "The next request to a mock with `responseMode: sequence` gets its first response again.",
    answer: success,
  },
  importMocks: {
    description:
      "A form with a part `file` of at most 5 MiB and 5,000 entries: OpenAPI 3.0 and 3.1, Swagger 2, Postman 2.0 and 2.1, HAR, a Mockoon environment, WireMock mappings, curl commands, or mocks as this API shows them. The answer says of each entry whether its mock was created, changed, is the same already, or was skipped and why. With `dryRun=true` nothing is done. All of it happens or, beyond a quota (409), nothing. Repeating it changes nothing.",
    body: { file: "openapi: 3.1.0\n…", existing: "replace", dryRun: "false" },
    answer: {
      format: "openapi",
      dryRun: false,
      created: 1,
      changed: 0,
      unchanged: 0,
      skipped: 0,
      entries: [
        {
          source: "GET /users/{id} (getUser)",
          result: "created",
          method: "GET",
          endpoint: "/users/:id",
          mockId: example.mockId,
          notes: [],
        },
      ],
    },
  },
  getMockChaos: {
    description: "`null` when there is none, or it is over.",
    answer: { chaos },
  },
  setMockChaos: {
    description:
      "From the next request on so many of a hundred calls of the project's mocks get this status, or a fault of their connection, whichever mock they call. It ends by itself after `minutes`, a day at most. What is set anew replaces what there was.",
    body: { percent: 10, statusCode: 503, minutes: 15 },
    answer: { chaos },
  },
  endMockChaos: {
    description: "All calls get their mocks' answers again. Also 200 when there was none.",
    answer: success,
  },
  deleteMock: {
    description: `${undoable} The next request to its endpoint is a miss. \`enabled: false\` takes a mock away without deleting it.`,
    answer: success,
  },
};
