import { availableParallelism, cpus, loadavg } from "node:os";
import { type Subject, thisNode } from "./subject";

/** One paragraph about what is measured, on which machine, and how busy that was before. */
export function describeRun({ node, env, admin }: Subject, postgres: string | undefined): string {
  const [model] = cpus().map((cpu) => cpu.model.trim());
  const [load = 0] = loadavg();
  return [
    `Node ${node.version}${node.version === thisNode.version ? "" : `, load from Node ${thisNode.version}`}`,
    `${availableParallelism()} cores that also run the load (${model ?? "unknown model"})`,
    `load average before: ${load.toFixed(1)}`,
    admin ? "Postgres, a database for each server" : "embedded database",
    postgres ? "Postgres at hand" : "no Postgres at hand: FIELDKIT_TEST_DATABASE_URL is not set",
    env.WORKERS ? `WORKERS=${env.WORKERS}` : "one worker",
  ].join("; ");
}
