import { z } from "zod";
import { Success, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const MockFile = z
  .object({
    id: z.guid(),
    projectId: z.guid(),
    name: z.string(),
    contentType: z.string(),
    size: z.int().meta({ description: "bytes" }),
    sha256: z.string().meta({ description: "of the content, in hexadecimal digits" }),
    mocks: z.int().meta({ description: "how many mocks have it as the body of an answer" }),
    createdAt: Timestamp,
  })
  .meta({ id: "MockFile" });

/** Of one file, in bytes. */
export const mockFileBytesMax = 5 * 1024 * 1024;

const path = "/api/projects/:projectId/mock-files";
const tag = "Mocks";

export const listMockFiles = operation({
  id: "listMockFiles",
  method: "GET",
  path,
  tag,
  summary: "List the files that mocks may answer",
  access: "project",
  query: z.object({
    ...listQuery(MockFile, { sorts: ["createdAt", "name", "size"], searched: "the name and the type" }),
    id: z.guid({ error: "must be the id of a file" }).optional().meta({ description: "only this one" }),
  }),
  output: z.array(MockFile),
  list: true,
});
export const addMockFile = operation({
  id: "addMockFile",
  method: "POST",
  path,
  tag,
  summary: "Upload a file for mocks to answer",
  access: "project",
  // Leaves room for the form around the file.
  upload: { bytesMax: mockFileBytesMax + 64 * 1024 },
  body: z.object({ file: z.file({ error: "must be one file, with a name" }) }),
  status: 201,
  output: MockFile,
  errors: ["conflict"],
});
export const getMockFile = operation({
  id: "getMockFile",
  method: "GET",
  path: `${path}/:fileId` as const,
  tag,
  summary: "Download a file of mocks",
  access: "project",
  output: z.string(),
  produces: ["*/*"],
  headers: ["Content-Disposition"],
});
export const deleteMockFile = operation({
  id: "deleteMockFile",
  method: "DELETE",
  path: `${path}/:fileId` as const,
  tag,
  summary: "Delete a file that no mock has",
  access: "project",
  output: Success,
  errors: ["conflict"],
});
