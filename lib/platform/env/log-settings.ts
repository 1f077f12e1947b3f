import { z } from "zod";

const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** The variables about watching a process, for the schema of all variables. */
export const logVariables = {
  LOG_LEVEL: z.enum(levels, { error: `must be one of ${levels.join(", ")}` }).default("info"),
  LOG_REQUESTS: z.enum(["on", "errors", "off"], { error: "must be on, errors or off" }).default("off"),
  METRICS_TOKEN: z.string().trim().min(16, { error: "must have at least 16 characters" }).optional(),
};

export type LogLevel = (typeof levels)[number];
/** Which requests get a line: all, those that failed (4xx, 5xx, broken off), or none. */
export type LogRequests = z.output<typeof logVariables.LOG_REQUESTS>;
