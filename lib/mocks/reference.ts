import { example, exampleTimes, type Reference, success, undoable } from "@/lib/operations/reference";
import type * as chaosContract from "./chaos/contract";
import type * as contract from "./contract";
import type * as exportContract from "./export/contract";
import type * as filesContract from "./files/contract";
import type * as forwardingContract from "./forwarding/contract";
import type * as importContract from "./import/contract";
import type * as organisingContract from "./organising/contract";
import type * as previewContract from "./preview/contract";

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
  bodyEncoding: "text" as const,
  bodyFileId: null,
  templated: false,
  delayDistribution: null,
  bytesPerSecond: null,
  fault: null,
  responses: [],
  responseMode: "first" as const,
  sequenceEnd: "restart" as const,
  fallback: true,
  callbacks: [],
  folder: "Accounts",
  tags: ["public"],
  enabled: true,
  ...exampleTimes,
  hits: 0,
  lastCalledAt: null,
};

const file = {
  id: example.fileId,
  projectId: example.projectId,
  name: "invoice.pdf",
  contentType: "application/pdf",
  size: 48_213,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  mocks: 1,
  createdAt: example.createdAt,
};

const chaos = { percent: 10, statusCode: 503, fault: null, endsAt: "2026-03-03T14:17:11.480Z" };

const proxy = {
  enabled: true,
  baseUrl: "https://api.example.com/v1",
  timeoutMs: 10_000,
  recording: false,
  recordedHeaders: ["content-type"],
  recordedBodies: true,
};

export const mockReference: Reference<
  typeof contract &
    typeof chaosContract &
    typeof exportContract &
    typeof filesContract &
    typeof forwardingContract &
    typeof importContract &
    typeof organisingContract &
    typeof previewContract
> = {
  listMocks: {
    description: "Newest first. The mocks themselves answer anybody, below the project's `mockBaseUrl`.",
    answer: [{ ...mock, responseCount: 0, callbackCount: 0 }],
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
  previewMock: {
    description:
      "Takes a mock as it would be created, which need not exist, and a request to it, and gives the answer that the request would get: which response is chosen, what its template becomes, how long it would wait. Nothing is stored, no sequence moves on, and no call is counted; `request.call` says which call of the mock to look at. The mock is looked at alone and as if it were enabled. A mock that could not be created is 400 with every place. Mistakes that only show in rendering are in `problems`, and the answer is then what a caller would get.",
    body: {
      endpoint: "/users/:id",
      templated: true,
      responseBody: '{"id": {{ request.params.id | json }}}',
      request: { path: "/users/7" },
    },
    answer: {
      answer: {
        response: null,
        statusCode: 200,
        headers: [{ name: "Content-Type", value: "application/json" }],
        body: '{"id": "7"}',
        encoding: "text",
        bodyBytes: 11,
        delayMs: { min: 0, max: 0 },
        bytesPerSecond: null,
        fault: null,
      },
      miss: null,
      problems: [],
    },
  },
  exportMocks: {
    description:
      "A document to keep, to give to others or to import: Fieldkit's own has all of a mock but its id and times, and to import it again changes nothing. OpenAPI 3.1 and Postman 2.1 have what they have words for; what they can't say stands in fields that begin with `x-fieldkit-`, and mocks that they can't have, such as regular expressions, in `x-fieldkit-left-out` with the reason. A document of Fieldkit's own has as much as an import takes, 5 MiB and 5,000 mocks, the others 16 MiB and 10,000; beyond that it is 413. Then `mockId` selects mocks, up to a hundred, repeated or with commas; `limit` exports parts, each of which leads to the next one by its `Link`. Files above 3.5 MiB are only described: upload them where the mocks are imported.",
    answer: {
      fieldkit: 1,
      mocks: [
        { name: mock.name, method: mock.method, endpoint: mock.endpoint, responseBody: mock.responseBody },
      ],
    },
  },
  listMockFiles: {
    description: "Newest first. What is in them are downloads of their own, and what mocks answer.",
    answer: [file],
  },
  addMockFile: {
    description:
      "A form with one part, `file`, with a name, of at most 5 MiB; more is 413. Its id is a mock's `bodyFileId`, or that of one of its responses. A mock answers with the type that was declared here, unless its headers say another one.",
    body: { file: "%PDF-1.7\n…" },
    answer: { ...file, mocks: 0 },
  },
  getMockFile: {
    description:
      "The bytes as they were uploaded, with the type that was declared, always as a download: a browser shows none of it as a page.",
    answer: "%PDF-1.7\n…",
  },
  deleteMockFile: {
    description: "At once and for good. 409 as long as a mock answers with it.",
    answer: success,
  },
  importMocks: {
    description:
      "A form with a part `file` of at most 5 MiB and 5,000 entries: OpenAPI 3.0 and 3.1, Swagger 2, Postman 2.0 and 2.1, HAR, a Mockoon environment, WireMock mappings, curl commands, or mocks as this API shows them. The answer says of each entry whether its mock was created, changed, is the same already, or was skipped and why. Files that the document mentions as bodies, such as those of WireMock's `__files`, come along as parts `files`, up to a hundred and 5 MiB in all. With `dryRun=true` nothing is done. Beyond a quota (409) nothing of it happens, and a dry run says so as well. A mock whose body or responses have more than 1.4 million characters is skipped: give it a file instead. Repeating it changes nothing.",
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
  listMockFolders: {
    description:
      "What mocks are filed under, for choosing from: the thousand folders and the thousand tags that most mocks have, in the order of their names. Names that differ in letter case only are one.",
    answer: {
      folders: [
        { folder: "", count: 3 },
        { folder: "Payments/Refunds", count: 12 },
      ],
      tags: [{ tag: "public", count: 4 }],
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
  getMockProxy: {
    description: "Where the calls go that no mock answers. `null` when nothing was set.",
    answer: { proxy },
  },
  setMockProxy: {
    description:
      "From the next request on, what no mock of the project answers is sent on: with its method, the path after `/api/mock` behind `baseUrl`, its query, headers and body of at most 1 MiB. Redirects are passed back and not followed, answers have at most 5 MiB. Where the server gives no answer, the caller gets 502, or 504 after `timeoutMs`. The server must be reachable from the internet or be allowed by the operator. With `recording`, each answer becomes a mock of its method and path with the tag `recorded`, unless there is one; it keeps only the headers that are named, and no values of JSON fields such as `password` or `access_token`. Recording ends by itself at the quota of mocks. Absent fields keep their value; `baseUrl` is needed the first time.",
    body: { baseUrl: "https://api.example.com/v1", recording: true },
    answer: { proxy: { ...proxy, recording: true } },
  },
  removeMockProxy: {
    description: "What no mock answers is a miss (404) again. Also 200 when nothing was forwarded.",
    answer: success,
  },
  deleteMock: {
    description: `${undoable} The next request to its endpoint is a miss. \`enabled: false\` takes a mock away without deleting it.`,
    answer: success,
  },
};
