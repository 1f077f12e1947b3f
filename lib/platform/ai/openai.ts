import type { APICallError } from "ai";
import type { z } from "zod";
import type { AiSettings } from "@/lib/platform/env/parse-env";
import { traced } from "@/lib/platform/trace/trace";
import type { Model, Question } from "./model";
import { ModelError } from "./model-error";

/**
 * A model behind OpenAI's chat completions. Local servers speak these too, but not the newer `/v1/responses`.
 * The client is loaded with the first question, so that an installation without a model does not pay for it.
 */
export function createOpenAiModel({ apiKey, baseUrl, model: id }: AiSettings): Model {
  return {
    id,
    async ask(question) {
      const [ai, { createOpenAI }] = await Promise.all([import("ai"), import("@ai-sdk/openai")]);
      // Hints at unsupported settings would otherwise be printed to the terminal.
      Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
      const timeout = AbortSignal.timeout(question.timeoutMs);
      try {
        const note = {
          name: `chat ${id}`,
          kind: "client",
          attributes: { "gen_ai.request.model": id },
        } as const;
        const { output } = await traced(note, () =>
          ai.generateText({
            model: createOpenAI({ apiKey, baseURL: baseUrl, fetch: fetchLimited }).chat(id),
            system: question.instructions,
            messages: question.turns.map((turn) => ({ ...turn })),
            output: ai.Output.object({ schema: question.schema, name: question.name }),
            abortSignal: AbortSignal.any([question.signal, timeout]),
            // The caller retries, because it knows how much time is left.
            maxRetries: 0,
          }),
        );
        return output;
      } catch (error) {
        question.signal.throwIfAborted();
        if (timeout.aborted) throw new ModelError("timeout", "did not answer in time", { cause: error });
        if (ai.APICallError.isInstance(error)) throw failureOf(error);
        if (ai.NoObjectGeneratedError.isInstance(error))
          return parseLeniently(error.text ?? "", question, error);
        throw new ModelError("unusable", "gave an answer that cannot be read", { cause: error });
      }
    },
  };
}

const answerBytesMax = 4 * 1024 * 1024;

/** A server that never stops sending is cut off instead of filling the memory. */
const fetchLimited: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  let left = answerBytesMax;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(new ModelError("unusable", "gave an answer that is too long"));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(limit), response);
};

/** Reads an answer whose JSON is wrapped in a code block or in thoughts, as small models write it. */
function parseLeniently<T>(text: string, { schema }: Pick<Question<T>, "schema">, cause: unknown): T {
  const said = text.replace(/^[\s\S]*<\/think>/i, "");
  const answer = parsed(schema, said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1));
  if (answer) return answer.data;
  throw new ModelError("unusable", "gave an answer that is not what was asked for", { cause, answer: text });
}

function parsed<T>(schema: z.ZodType<T>, json: string): { data: T } | undefined {
  try {
    const result = schema.safeParse(JSON.parse(json));
    return result.success ? { data: result.data } : undefined;
  } catch {
    return undefined;
  }
}

function failureOf(error: APICallError): ModelError {
  const { statusCode: status, responseBody = "" } = error;
  const cause = error;
  if (status === undefined) return new ModelError("unreachable", "cannot be reached", { cause });
  if (status === 401 || status === 403)
    return new ModelError("key", `refused the key (${status})`, { cause });
  if (status === 402 || /"insufficient_quota"/.test(responseBody)) {
    return new ModelError("quota", `says that nothing is left to spend (${status})`, { cause });
  }
  if (status === 429 || status === 503) {
    const retryAfterMs = waitOf(error.responseHeaders);
    return new ModelError("busy", `is too busy (${status})`, { cause, retryAfterMs });
  }
  if (status >= 500 || status === 408 || status === 409)
    return new ModelError("server", `failed (${status})`, { cause });
  // A proxy's page or half an answer may come with status 200 too.
  if (status < 300) return new ModelError("unusable", "gave an answer that cannot be read", { cause });
  return new ModelError("request", `does not take the request (${status})`, { cause });
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function waitOf(headers: Record<string, string> | undefined): number | undefined {
  const value = headers?.["retry-after"]?.trim();
  if (!value) return undefined;
  const waitMs = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}
