import type { z } from "zod";
import type { createMock } from "@/lib/mocks/contract";
import type { Program } from "@/lib/platform/workers/program";
import type { importFormats } from "./contract";
import type { GivenFile } from "./given-files";

export type ImportFormat = (typeof importFormats)[number];
type Whole = z.output<typeof createMock.body>;
/**
 * A mock with everything that it has if nothing is said, but for what it is filed under: a document that says nothing of
 * that leaves it to the project.
 */
export type NewMock = Omit<Whole, "folder" | "tags"> & Partial<Pick<Whole, "folder" | "tags">>;

export type ConversionInput = {
  text: string;
  format: ImportFormat | undefined;
  /** That came with the document. */
  files: readonly GivenFile[];
};
/** One entry of a document, checked as if its mock were sent by itself. */
export type CheckedEntry = { source: string; notes: string[] } & ({ mock: NewMock } | { skipped: true });
export type ConversionOutput =
  | {
      format: ImportFormat;
      /** As `packedEntries` makes them. */
      packed: Uint8Array[];
      /** Those that are in the document itself. */
      files: FileInDocument[];
      /** Those that it only describes, because they are too large for it. */
      leftOut: LeftOutFile[];
    }
  | { problem: string };
export type FileInDocument = GivenFile & { contentType: string };
export type LeftOutFile = Omit<FileInDocument, "content"> & { sha256: string };

/** Makes mocks of a document of up to 5 MiB, which takes seconds at worst. */
export const convertProgram: Program<ConversionInput, ConversionOutput> = {
  name: "convert-mocks",
  source: "lib/mocks/import/convert-thread.ts",
  threads: 1,
  waiting: { all: 20, ofOneKey: 3 },
  runMs: 30_000,
  heapMb: 768,
};
