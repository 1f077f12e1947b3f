import { z } from "zod";
import { headerProblems, headersTooMuch } from "./headers";

/** A configured header: one value, or several for a repeated header. */
export const ResponseHeaders = z.record(z.string(), z.union([z.string(), z.array(z.string())]), {
  error: "must be an object of header names and values",
});

const { $schema: _, ...headersShape } = z.toJSONSchema(ResponseHeaders);

/** Counted before anything else, because a check of each of ten thousand headers takes long. */
export const CheckedHeaders = z
  .custom<z.output<typeof ResponseHeaders>>()
  .superRefine((given, context) => {
    const tooMuch = typeof given === "object" ? headersTooMuch(given) : [];
    for (const message of tooMuch) context.addIssue({ code: "custom", message });
    if (tooMuch.length > 0) return;
    const { data, error } = ResponseHeaders.safeParse(given);
    for (const { path, message } of error?.issues ?? headerProblems(data ?? {})) {
      context.addIssue({ code: "custom", path, message });
    }
  })
  .meta(headersShape);

export const StatusCode = z
  .int({ error: "must be a whole number from 200 to 599" })
  .min(200, { error: "must be from 200 to 599" })
  .max(599, { error: "must be from 200 to 599" });
export const DelayMs = z
  .int({ error: "must be a whole number of milliseconds" })
  .min(0, { error: "must be from 0 to 30000" })
  .max(30_000, { error: "must be from 0 to 30000" });
export const ResponseBody = z.string({ error: "must be a text; send JSON as a string" });
