import { readFileSync } from "node:fs";
import { descendantsOf } from "../processes";

type Ticks = { all: number; idle: number; own: number };

/** Of `/proc/<pid>/stat`, user's and system's time in ticks; 0 for a process that has ended. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

function ticks(roots: readonly number[]): Ticks {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1);
  const all = line.split(/\s+/).slice(1, 9).map(Number);
  const pids = new Set(roots.flatMap((root) => [root, ...descendantsOf(root)]));
  return {
    all: all.reduce((sum, each) => sum + each, 0),
    idle: (all[3] ?? 0) + (all[4] ?? 0),
    own: [...pids].reduce((sum, pid) => sum + ticksOf(pid), 0),
  };
}

/**
 * Does the work and measures which share of the machine, from 0 to 1, others had meanwhile: those who share the hardware,
 * and all processes but these and what they have started. 0 where the system does not tell.
 */
export async function othersDuring<T>(
  roots: readonly number[],
  work: () => Promise<T>,
): Promise<{ result: T; others: number }> {
  const read = () => {
    try {
      return ticks(roots);
    } catch {
      return undefined;
    }
  };
  const before = read();
  const result = await work();
  const after = read();
  if (!before || !after || after.all === before.all) return { result, others: 0 };
  const all = after.all - before.all;
  const others = all - (after.idle - before.idle) - (after.own - before.own);
  return { result, others: Math.min(1, Math.max(0, others / all)) };
}
