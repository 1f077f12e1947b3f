import { z } from "zod";
import { operation } from "@/lib/operations/operation";
import { form } from "@/lib/platform/budgets/budgets";

export const importFormats = [
  "openapi",
  "postman",
  "har",
  "mockoon",
  "wiremock",
  "curl",
  "fieldkit",
] as const;

/**
 * Of one document, with the files that it mentions: bytes in all, and entries such as operations, routes or requests.
 */
export const importLimits = { bytesMax: 5 * 1024 * 1024, entriesMax: 5000, filesMax: 100 };
const filesProblem = `must be at most ${importLimits.filesMax} files`;

const ImportedEntry = z
  .object({
    source: z.string().meta({ description: "the entry of the document" }),
    result: z.enum(["created", "changed", "unchanged", "skipped"]),
    method: z.string().nullable(),
    endpoint: z.string().nullable(),
    mockId: z.guid().nullable().meta({ description: "null where there is no mock, or not yet" }),
    notes: z.array(z.string()).meta({
      description:
        "what differs from the document, how to get its other responses, or why the entry was skipped",
    }),
  })
  .meta({ id: "ImportedEntry" });

export const MockImport = z
  .object({
    format: z.enum(importFormats),
    dryRun: z.boolean(),
    created: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    entries: z.array(ImportedEntry),
  })
  .meta({ id: "MockImport" });

const bytesOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);

export const importMocks = operation({
  id: "importMocks",
  method: "POST",
  path: "/api/projects/:projectId/mocks/import",
  tag: "Mocks",
  summary: "Make mocks of a document",
  access: "project",
  // Leaves room for the form around the file.
  upload: { bytesMax: importLimits.bytesMax + 64 * 1024, partsMax: form.importPartsMax },
  body: z
    .object({
      file: z
        .file({ error: "must be one file" })
        .max(importLimits.bytesMax, { error: "must have at most 5 MiB" }),
      files: z
        .preprocess(
          (given: File | readonly File[]) => [given].flat(),
          z.array(z.file({ error: filesProblem })).max(importLimits.filesMax, { error: filesProblem }),
        )
        .optional()
        .meta({
          description:
            "files that the document mentions as bodies, such as those of WireMock's `__files`; found by the ends of their names",
        }),
      format: z
        .enum(importFormats, { error: `must be one of ${importFormats.join(", ")}` })
        .optional()
        .meta({ description: "found out by what is in the file, if left out" }),
      existing: z
        .enum(["replace", "keep"], { error: "must be replace or keep" })
        .default("replace")
        .meta({ description: "what becomes of a mock that has the method and endpoint already" }),
      dryRun: z
        .enum(["true", "false"], { error: "must be true or false" })
        .default("false")
        .meta({ description: "true tells what would be done, and does nothing" }),
    })
    // A form has room for what is around its files, so its own bound is above theirs.
    .refine(({ file, files = [] }) => bytesOf(files) <= Math.max(0, importLimits.bytesMax - file.size), {
      path: ["files"],
      error: "must have at most 5 MiB together with the document",
    }),
  output: MockImport,
  // Reading a large document takes seconds, in which no transaction may be open.
  callsOut: true,
  errors: ["conflict"],
});
