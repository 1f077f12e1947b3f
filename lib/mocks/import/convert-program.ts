import type { z } from "zod";
import type { createMock } from "@/lib/mocks/contract";
import type { Program } from "@/lib/platform/workers/program";
import type { importFormats } from "./contract";

export type ImportFormat = (typeof importFormats)[number];
/** A mock with everything that it has if nothing is said. */
export type NewMock = z.output<typeof createMock.body>;

export type ConversionInput = { text: string; format: ImportFormat | undefined };
/** One entry of a document, checked as if its mock were sent by itself. */
export type CheckedEntry = { source: string; notes: string[] } & ({ mock: NewMock } | { skipped: true });
export type ConversionOutput = { format: ImportFormat; entries: CheckedEntry[] } | { problem: string };

/** Makes mocks of a document of up to 5 MiB, which takes seconds at worst. */
export const convertProgram: Program<ConversionInput, ConversionOutput> = {
  name: "convert-mocks",
  source: "lib/mocks/import/convert-thread.ts",
  threads: 1,
  waiting: { all: 20, ofOneKey: 3 },
  runMs: 30_000,
  heapMb: 768,
};
