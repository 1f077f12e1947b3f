import type { Program } from "@/lib/platform/workers/program";
import type { MarkdownOptions } from "../markdown-html";

/** Makes HTML of Markdown. Half a megabyte takes seconds at worst. */
export const htmlProgram: Program<{ content: string; options: MarkdownOptions }, string> = {
  name: "notes-html",
  source: "lib/releases/html/html-thread.ts",
  threads: 1,
  waiting: { all: 200, ofOneKey: 10 },
  // The work is bounded by the length of the notes, so this is for what nobody thought of.
  runMs: 120_000,
  heapMb: 512,
};
