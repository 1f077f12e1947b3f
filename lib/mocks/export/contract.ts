import { z } from "zod";
import { importLimits } from "@/lib/mocks/import/contract";
import { commaSeparated, pagedQuery, wholeNumber } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const exportFormats = ["fieldkit", "openapi", "postman"] as const;
export type ExportFormat = (typeof exportFormats)[number];

const MiB = 1024 * 1024;

/**
 * What a document may have: bytes, and mocks. One of Fieldkit's own has as much as an import takes, so that whatever was
 * exported can be imported.
 */
export const exportLimits: Record<ExportFormat, { bytesMax: number; mocksMax: number }> = {
  fieldkit: { bytesMax: importLimits.bytesMax, mocksMax: importLimits.entriesMax },
  openapi: { bytesMax: 16 * MiB, mocksMax: 10_000 },
  postman: { bytesMax: 16 * MiB, mocksMax: 10_000 },
};
/** Of a file that is in a document of Fieldkit's own: as base64 it leaves room for its mock. */
export const exportedFileBytesMax = 3.5 * MiB;
export const selectionMax = 100;

const idsProblem = `must be ids of at most ${selectionMax} mocks`;

export const exportMocks = operation({
  id: "exportMocks",
  method: "GET",
  path: "/api/projects/:projectId/mocks/export",
  tag: "Mocks",
  summary: "Download mocks as a document",
  access: "project",
  query: z.object({
    format: z
      .enum(exportFormats, { error: `must be one of ${exportFormats.join(", ")}` })
      .default("fieldkit")
      .meta({ description: "Fieldkit's own loses nothing; the others have what they have words for" }),
    mockId: z
      .preprocess(
        commaSeparated,
        z.array(z.guid({ error: idsProblem })).max(selectionMax, { error: idsProblem }),
      )
      .optional()
      .meta({ description: "only these; all mocks of the project if left out" }),
    limit: wholeNumber(1, 10_000)
      .optional()
      .meta({ description: "a part of so many mocks, oldest first; `Link` leads to the next one" }),
    cursor: pagedQuery.cursor,
  }),
  output: z.looseObject({}).meta({ description: "the document" }),
  headers: ["Content-Disposition"],
  errors: ["payload_too_large"],
});
