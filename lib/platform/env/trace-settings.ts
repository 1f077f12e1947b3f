import { z } from "zod";

/** The variables about traces, for the schema of all variables. Their names are OpenTelemetry's. */
export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http(s) address such as http://127.0.0.1:4318" })
    .transform((value) => value.replace(/\/+$/, ""))
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a number from 0 to 1" })
    .min(0, { error: "must be at least 0" })
    .max(1, { error: "must be at most 1" })
    .default(1),
};

/** Where traces are sent to, without `/v1/traces`, and which part of them. */
export type TraceSettings = { endpoint: string; ratio: number };
