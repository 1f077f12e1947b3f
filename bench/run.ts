/**
 * Benchmarks, as ratios to a bare `node:http` server in the same run: absolute figures say more about the machine than
 * about Fieldkit. `bench/README.md` tells what may follow `npm run bench --`.
 */
import { type Arguments, parseArguments, usage } from "./arguments";
import { benchBesidePages } from "./beside-pages";
import { benchBrowser } from "./browser";
import { benchCapture, benchCaptureMinute } from "./capture";
import { benchColdFlags } from "./cold-flags";
import { ensureBuilt } from "./ensure-built";
import { benchFlags } from "./flags";
import { benchLists } from "./lists";
import { say } from "./load";
import { describeRun } from "./machine";
import { benchManagement } from "./management";
import { benchMocks } from "./mocks";
import { benchPages } from "./pages";
import { comparePeers, peerNames } from "./peers/compare-peers";
import { benchStreams } from "./streams";
import { findNode, type Subject } from "./subject";
import { type Row, rowsTable } from "./table";
import { benchWorkers } from "./workers";

type Bench = (subject: Subject, part?: string) => Promise<Row[]>;

/** In the table's order. */
const benches: Record<string, Bench> = {
  management: benchManagement,
  mocks: benchMocks,
  flags: benchFlags,
  capture: (subject, part) =>
    part === "minute" ? benchCaptureMinute(subject) : onBothDatabases(benchCapture)(subject),
  cold: onBothDatabases(benchColdFlags),
  pages: benchPages,
  lists: benchLists,
  browser: benchBrowser,
  beside: benchBesidePages,
  workers: benchWorkers,
};

const admin = process.env.FIELDKIT_TEST_DATABASE_URL;

/** On Postgres, too, where there is one for tests. */
function onBothDatabases(bench: Bench): Bench {
  return async (subject) => {
    const rows = await bench(subject);
    return admin && !subject.admin ? [...rows, ...(await bench({ ...subject, admin }))] : rows;
  };
}

async function main(): Promise<void> {
  const wanted = parse();
  const [name, part] = wanted.names;
  if (!wanted.peers && name === "streams") return benchStreams(part);
  const chosen = wanted.peers || name === undefined ? wanted.names : [name];
  const known = wanted.peers ? peerNames : [...Object.keys(benches), "streams"];
  const unknown = chosen.find((each) => !known.includes(each));
  if (unknown !== undefined) refuse(`${unknown} is none of ${known.join(", ")}`);
  await ensureBuilt();
  const subject = await subjectOf(wanted);
  say(`${describeRun(subject, admin)}\n`);
  if (wanted.peers) return comparePeers(subject, chosen, admin);
  await printTable(chosen.length > 0 ? chosen : Object.keys(benches), subject, part);
}

/** All rows in one table; what fails is told below it, and the others go on. */
async function printTable(names: readonly string[], subject: Subject, part: string | undefined) {
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const each of names) {
    process.stderr.write(`${each}…\n`);
    try {
      rows.push(...((await benches[each]?.(subject, part)) ?? []));
    } catch (error) {
      failures.push(`${each} was not measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  say(rowsTable(rows));
  for (const line of failures) say(line);
  if (failures.length > 0) process.exitCode = 1;
}

function parse(): Arguments {
  try {
    return parseArguments(process.argv.slice(2));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

async function subjectOf({ node, workers, postgres }: Arguments): Promise<Subject> {
  if (postgres && !admin) refuse("--postgres needs FIELDKIT_TEST_DATABASE_URL");
  return {
    node: await findNode(node),
    env: workers === undefined ? {} : { WORKERS: String(workers) },
    ...(postgres && admin && { admin }),
  };
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n${usage}\n`);
  process.exit(1);
}

// What was started ends with this process, which a signal alone would not let it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
await main();
