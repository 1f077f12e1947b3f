import type { z } from "zod";
import { env } from "@/lib/platform/env/env";
import type { Env } from "@/lib/platform/env/parse-env";
import { createOpenAiModel } from "./openai";

/** A turn of the conversation. We speak first. */
export type Turn = { role: "user" | "assistant"; content: string };

export type Question<T> = {
  instructions: string;
  turns: readonly Turn[];
  /** Schema of the answer. Strict servers want objects whose properties are all required. */
  schema: z.ZodType<T>;
  /** Name of the schema, for the server: letters, digits and underscores. */
  name: string;
  signal: AbortSignal;
  /** Milliseconds for the whole answer. */
  timeoutMs: number;
};

/** Answers questions in a given form. It has no tools, so an answer can be nothing but words. */
export type Model = {
  id: string;
  /** @throws {ModelError}, or the reason of the signal once it is aborted; makes one request and does not retry */
  ask<T>(question: Question<T>): Promise<T>;
};

/** The model that the operator configured, if any. */
export function configuredModel({ ai }: Env = env()): Model | undefined {
  return ai && createOpenAiModel(ai);
}

/** What writes release notes, in words for the operator; no credentials. */
export function writerName({ ai }: Env = env()): string {
  return ai ? `${ai.model} at ${new URL(ai.baseUrl).host}` : "rules (no OPENAI_API_KEY)";
}
