import { type DestinationStream, type Level, type Logger, type LoggerOptions, pino } from "pino";
import { logLines } from "@/lib/platform/budgets/budgets";
import { env } from "@/lib/platform/env/env";
import { singleton } from "@/lib/platform/singleton";
import { BoundedLines } from "./bounded-lines";
import { errorFields } from "./error-fields";
import { kindOfLine } from "./kind-of-line";

/**
 * The process's structured log: JSON, a line each. It goes to standard error, so that start-up lines on standard output
 * stay readable. Of each kind of line it writes one a second, with the number of those held back.
 */
export function log(): Logger {
  return ownLog().logger;
}

/** How many lines of this process's log were held back so far. */
export const linesHeldBack = (): number => ownLog().lines.heldBack;

const ownLog = () =>
  singleton("log", () => {
    const made = createLog({ level: env().logLevel, destination: pino.destination({ fd: 2, sync: true }) });
    process.once("exit", () => made.lines.settle(true));
    return made;
  });

type LogOptions = { level: Level | "silent"; destination: DestinationStream; now?: () => number };

/** A log with bounds of its own. `settle` of its lines has to be called at the end. */
export function createLog({ level, destination, now }: LogOptions): { logger: Logger; lines: BoundedLines } {
  const { everyMs, kindsMax } = logLines;
  const lines = new BoundedLines({ everyMs, kindsMax, ...(now && { now }) });
  let isSettling = false;
  const settleSoon = () => {
    if (isSettling) return;
    isSettling = true;
    setTimeout(() => {
      isSettling = false;
      lines.settle();
      if (lines.isHolding) settleSoon();
    }, everyMs).unref();
  };
  const options: LoggerOptions = {
    level,
    base: null,
    serializers: { err: (error: unknown) => errorFields(error) },
    hooks: {
      logMethod(args, method, number) {
        // The last line of a process must not wait.
        if (number >= fatal) return method.apply(this, args);
        const before = lines.heldBack;
        lines.write(kindOfLine(number, args), (heldBack) => method.apply(this, withCount(args, heldBack)));
        if (lines.heldBack > before) settleSoon();
      },
    },
  };
  return { logger: pino(options, destination), lines };
}

const fatal = 60;

type Arguments = Parameters<Logger["info"]>;

/** Says how many were held back, together with what the caller has held back itself. */
function withCount(args: Arguments, heldBack: number): Arguments {
  if (heldBack === 0) return args;
  const [fields, ...rest] = args as unknown[];
  if (typeof fields !== "object" || fields === null) return [{ heldBack }, ...args] as unknown as Arguments;
  const own = (fields as { heldBack?: number }).heldBack ?? 0;
  return [{ ...fields, heldBack: heldBack + own }, ...rest] as Arguments;
}
