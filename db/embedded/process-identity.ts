import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * Identifies a process, so that a later one with the same number is not taken for it; `started` is "" without /proc.
 */
export type ProcessIdentity = { pid: number; started: string };

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** State letter and start (boot and clock ticks since it), from /proc/<pid>/stat; undefined without one. */
function procStat(pid: number): { state: string; started: string } | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets, which may hold blanks and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = fields[0];
  const ticks = fields[19];
  if (!state || !ticks) return undefined;
  return { state, started: `${read("/proc/sys/kernel/random/boot_id").trim()}:${ticks}` };
}

export function identify(pid: number): ProcessIdentity {
  return { pid, started: procStat(pid)?.started ?? "" };
}

/** Whether that very process still runs. A process that has ended but was not reaped yet (a zombie) does not count. */
export function isRunning(identity: ProcessIdentity): boolean {
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const stat = procStat(identity.pid);
  if (!stat) return true;
  if (stat.state === "Z" || stat.state === "X") return false;
  return identity.started === "" || identity.started === stat.started;
}

/** Names the machine or container whose process numbers mean the same as ours. */
export function processSpace(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}
