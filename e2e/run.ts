/**
 * `npm test`: everything that a change has to pass. `npm run test:full` adds the whole API on Next's server and what
 * breaks processes, networks and databases. Every step is run, and the end names all that failed.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { runAndReport } from "./check/report";
import type { Stage, Step } from "./check/steps";
import {
  apiSuite,
  attackSuite,
  browserSuite,
  clusterSuite,
  conflictSuite,
  faultSuite,
  functionSuite,
  nextSuite,
  npm,
  onScratch,
  relaySuite,
  safetySuite,
  smokeNextSuite,
  smokeSuite,
  unitTests,
} from "./check/suites";
import { nginxSuite } from "./homes/nginx";

const isFull = process.argv.includes("--full");
if (isFull) process.env.FIELDKIT_THOROUGH = "1";
const databaseUrl = process.env.FIELDKIT_TEST_DATABASE_URL;
const redisUrl = process.env.FIELDKIT_TEST_REDIS_URL;
const services = [databaseUrl && "Postgres", redisUrl && "Redis"].filter(Boolean).join(" and ");

const built = (title: string, run: Step["run"]): Step => ({ title, needs: ["Production build"], run });
const when = (condition: unknown, ...steps: Step[]) => (condition ? steps : []);

/** Runs for every change. Each suite uses more than one core, so a third lane would slow all of them down. */
const always: Stage = [
  [
    // Before the build, because both write below `.next`.
    { title: "Types", run: () => npm("types") },
    { title: "Production build", run: () => npm("build") },
    // Postgres is faster. `test:full` uses the embedded database here, and Postgres with Next.
    built("API", () => onScratch(isFull ? undefined : databaseUrl, (env) => apiSuite("server", env))),
    built("A function from its own files", functionSuite),
  ],
  [
    { title: "Lint", run: () => npm("lint") },
    { title: "Unit tests", run: () => unitTests() },
    built("Dashboard in a browser", () => browserSuite(...(isFull ? [] : ["--grep=@always"]))),
    built(`Smoke tests on Next${services && ` with ${services}`}`, () =>
      smokeNextSuite(databaseUrl, redisUrl),
    ),
    built("Data when processes are killed", safetySuite),
    // Part of "Two processes", which `test:full` runs.
    ...when(!isFull && databaseUrl && redisUrl, built("Two changes at the same moment", conflictSuite)),
  ],
];

// As a distribution for servers has it; elsewhere its own files lie in other places.
const hasNginx = existsSync("/etc/nginx/mime.types") && spawnSync("nginx", ["-v"]).error === undefined;
const behindNginx = ["capture.test", "hosts.test", "public-answers", "raw-http", "stream.test"];

const rest: Stage[] = [
  [
    [built("API on Next", () => nextSuite(databaseUrl, redisUrl))],
    [built("Smoke tests of a function", () => smokeSuite("functions"))],
  ],
  // They wait more than they work, so that there are more lanes than cores.
  [
    [
      ...when(
        redisUrl,
        built("Streams by a relay behind Redis", () => relaySuite(String(redisUrl))),
      ),
      ...when(
        hasNginx,
        built("API behind nginx", () => nginxSuite(behindNginx)),
      ),
    ],
    [
      ...when(databaseUrl && redisUrl, built("Two processes", clusterSuite)),
      built("Attacks, and what others notice", attackSuite),
    ],
    [built("Faults", faultSuite)],
  ],
];

await runAndReport([always, ...(isFull ? rest : [])]);
