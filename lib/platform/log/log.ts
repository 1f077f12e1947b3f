import { type Logger, pino } from "pino";
import { singleton } from "@/lib/platform/singleton";
import { errorFields } from "./error-fields";

/** The process's structured log. It goes to standard error, so that start-up lines on standard output stay readable. */
export function log(): Logger {
  return singleton("log", () =>
    pino(
      { base: null, serializers: { err: (error: unknown) => errorFields(error) } },
      pino.destination({ fd: 2, sync: true }),
    ),
  );
}
