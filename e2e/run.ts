/** The whole check of the project: `npm test`. Every step is run, and the end names all that failed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { runStages, type Stage, summary } from "./check/steps";
import {
  apiSuite,
  attackSuite,
  browserSuite,
  clusterSuite,
  endSuite,
  faultSuite,
  functionSuite,
  nextSuite,
  npm,
  relaySuite,
  timedSuite,
  unitTests,
} from "./check/suites";
import { nginxSuite } from "./homes/nginx";

const databaseUrl = process.env.FIELDKIT_TEST_DATABASE_URL;
const redisUrl = process.env.FIELDKIT_TEST_REDIS_URL;
// Two runs for doors and databases: each door, and each of what may be below it.
const services = [databaseUrl && "Postgres", redisUrl && "Redis"].filter(Boolean).join(" and ");

const needs = ["Production build"];
const streams = redisUrl && {
  title: "Streams, next door with a relay behind Redis",
  needs,
  run: () => relaySuite(redisUrl),
};
const attacks = { title: "Attacks, and what others notice", needs, run: attackSuite };
const ends = { title: "Processes that end", needs, run: endSuite };
const aFunction = { title: "A function, from its own files", needs, run: functionSuite };
// As a distribution for servers has it; elsewhere its own files lie in other places.
const hasNginx = existsSync("/etc/nginx/mime.types") && spawnSync("nginx", ["-v"]).error === undefined;
const nginx = hasNginx && {
  title: "API behind nginx, what a proxy could change",
  needs,
  run: () => nginxSuite(["capture.test", "hosts.test", "public-answers", "raw-http", "stream.test"]),
};
const cluster = databaseUrl && redisUrl && { title: "Two processes", needs, run: clusterSuite };

const stages: Stage[] = [
  [
    // One after the other: both write below `.next`.
    [
      { title: "Types", run: () => npm("types") },
      { title: "Production build", run: () => npm("build") },
    ],
    [
      { title: "Lint", run: () => npm("lint") },
      { title: "Unit tests", run: unitTests },
    ],
  ],
  [
    [{ title: "API, server door", needs, run: () => apiSuite("server") }],
    [
      {
        title: `API, next door${services && ` on ${services}`}`,
        needs,
        run: () => nextSuite(databaseUrl, redisUrl),
      },
    ],
  ],
  // They wait more than they work, so that there are more lanes than cores; each takes about as long.
  [
    [aFunction, streams, nginx, ends].flatMap((step) => step || []),
    [cluster, attacks].flatMap((step) => step || []),
    [{ title: "Faults", needs, run: faultSuite }],
  ],
  [[{ title: "Dashboard in a browser", needs, run: browserSuite }]],
  [[{ title: "Dashboard in a browser, timed", needs, run: timedSuite }]],
];

const { text, succeeded } = summary(await runStages(stages, (line) => process.stdout.write(`\n${line}\n`)));
process.stdout.write(`\n=== The end\n${text}\n`);
if (!succeeded) process.exitCode = 1;
