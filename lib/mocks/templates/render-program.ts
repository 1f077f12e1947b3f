import type { Program } from "@/lib/platform/workers/program";
import type { TemplateData } from "./template-data";

export type RenderInput = {
  /** The body's first, then those of headers. */
  templates: readonly string[];
  data: TemplateData;
  /** What makes all that is random repeatable, or null. */
  seed: string | null;
  /** In ms. */
  now: number;
  counter: number;
};

/** `template` is the index of the one with the mistake. */
export type RenderOutput = { texts: string[] } | { problem: string; template?: number };

/** Renders the templates of an answer. */
export const renderProgram: Program<RenderInput, RenderOutput> = {
  name: "render-template",
  source: "lib/mocks/templates/render-thread.ts",
  threads: 1,
  waiting: { all: 500, ofOneKey: 50 },
  // The engine has less than half of it; this is for what they do not see.
  runMs: 1000,
  heapMb: 256,
};
