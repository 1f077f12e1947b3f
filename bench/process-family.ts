import { descendantsOf } from "../e2e/processes";
import { cpuSeconds, residentBytes } from "./stream-site";

/** Processor's seconds of a process and all below it, such as the one of an embedded database. */
export const familyCpuSeconds = (pid: number) => sumOver(pid, cpuSeconds);

/** What it holds in memory; pages that several of them share count for each. */
export const familyBytes = (pid: number) => sumOver(pid, residentBytes);

const sumOver = (pid: number, of: (pid: number) => number) =>
  [pid, ...descendantsOf(pid)].reduce((sum, each) => sum + of(each), 0);
