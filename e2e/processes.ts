import { type ChildProcess, execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (await condition()) return true;
    await sleep(100);
  }
  return condition();
}

/** Kills what does not end by itself in time; what that was. */
export async function killLeft(family: readonly number[], withinMs: number): Promise<number[]> {
  if (await waitFor(() => family.every((pid) => !isAlive(pid)), withinMs)) return [];
  const left = family.filter(isAlive);
  for (const pid of left) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has just ended.
    }
  }
  return left;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Processes that this one started, directly or not, and that are still below it.
 * @param runs what their command has to contain
 */
export function descendantsOf(root: number, runs = ""): number[] {
  const listing = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  const all = [...listing.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, command = ""]) => ({
    ...{ pid: Number(pid), parent: Number(parent), command },
  }));
  const found = new Set([root]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return all.filter(({ pid, command }) => found.has(pid) && command.includes(runs)).map(({ pid }) => pid);
}
