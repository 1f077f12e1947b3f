import { z } from "zod";

/** The variables about the processes of an installation and where they listen, for the schema of all variables. */
export const processVariables = {
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(1).max(65535).default(3000),
  HOST: z.string().optional(),
  DRAIN_SECONDS: z.coerce
    .number({ error: "must be a number of seconds" })
    .min(0, { error: "must be at least 0" })
    .max(300, { error: "must be at most 300" })
    .default(0),
  WORKERS: z.coerce
    .number({ error: "must be a number of processes" })
    .int({ error: "must be a whole number of processes" })
    .min(1, { error: "must be at least 1" })
    .max(64, { error: "must be at most 64" })
    .default(1),
};

export type ProcessSettings = {
  port: number;
  host: string | undefined;
  /** How long a process that was told to end is not ready any more before it closes its port. */
  drainSeconds: number;
  /** How many processes serve behind the port. */
  workers: number;
};

export const processSettings = (v: z.output<z.ZodObject<typeof processVariables>>): ProcessSettings => ({
  port: v.PORT,
  host: v.HOST,
  drainSeconds: v.DRAIN_SECONDS,
  workers: v.WORKERS,
});
