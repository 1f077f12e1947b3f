import { startControl } from "../control";
import { compare, measure, say } from "../load";
import { plainPerSecond } from "../plain-load";
import { familyBytes, familyCpuSeconds } from "../process-family";
import { askOnce } from "../rate-row";
import type { Subject } from "../subject";
import { fieldkitOn } from "./fieldkit";
import { mockoon } from "./mockoon";
import { mockserver } from "./mockserver";
import { type Discipline, flagKeys, mockBody, type Peer, type RunningPeer, type Trial } from "./peer";
import { nameOf, type Result, resultsTable } from "./results";
import { unleash } from "./unleash";
import { unleashProxy } from "./unleash-proxy";
import { wiremock } from "./wiremock";

const peers: Record<string, Peer> = { wiremock, mockserver, mockoon, unleash, "unleash-proxy": unleashProxy };

export const peerNames = Object.keys(peers);

/** From the moment a peer is ready until it has to be through. */
const withinMs = 10 * 60_000;
const warmUpSeconds = 3;
/** Until the code of a Java server is compiled. */
const javaWarmUpSeconds = 10;
const plainSeconds = 6;

type Controls = Record<Discipline, string>;

/**
 * Fieldkit and other servers of its kinds, one after the other, each next to the same bare server.
 * @param names of some of the peers; all of them when there are none
 * @param admin a Postgres for those that need one
 */
export async function comparePeers(
  subject: Subject,
  names: readonly string[],
  admin?: string,
): Promise<void> {
  const chosen = peerNames
    .filter((name) => names.length === 0 || names.includes(name))
    .flatMap((name) => peers[name] ?? []);
  const fieldkit = fieldkitOn(
    subject,
    chosen.flatMap(({ disciplines }) => disciplines),
  );
  const node = subject.node.path;
  const mockControl = await startControl(mockBody, node);
  const flagControl = await startControl(
    JSON.stringify(Object.fromEntries(flagKeys.map((key) => [key, true]))),
    node,
  );
  const controls = {
    "one mock": mockControl.url,
    "many mocks": mockControl.url,
    "5 flags": flagControl.url,
  };
  const results: Result[] = [];
  const missing: string[] = [];
  try {
    for (const peer of [fieldkit, ...chosen]) {
      process.stderr.write(`${nameOf(peer)}…\n`);
      const failed = await run(peer, { node, ...(admin && { admin }) }, controls, results);
      if (failed) missing.push(`${nameOf(peer)} was not measured to its end: ${failed}`);
    }
  } finally {
    mockControl.stop();
    flagControl.stop();
  }
  say(resultsTable(results));
  for (const line of missing) say(line);
  if (missing.length > 0) process.exitCode = 1;
}

/** Adds what the peer did. @returns why the rest is missing, where it is */
async function run(
  peer: Peer,
  tools: Parameters<Peer["start"]>[0],
  controls: Controls,
  results: Result[],
): Promise<string | undefined> {
  try {
    const running = await peer.start(tools);
    const tried = tryAll(peer, running, controls, results);
    try {
      await within(tried);
    } finally {
      await running.stop();
      // Past the deadline it ends now that nobody answers any more, and must not load the next one's run.
      await tried.catch(() => undefined);
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function within(tried: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it was not through in ${withinMs / 60_000} minutes`)),
      withinMs,
    );
  });
  await Promise.race([tried, late]).finally(() => clearTimeout(timer));
}

async function tryAll(peer: Peer, running: RunningPeer, controls: Controls, results: Result[]) {
  for (const trial of running.trials) results.push(await tryOnce(peer, running, trial, controls));
}

async function tryOnce(peer: Peer, running: RunningPeer, trial: Trial, controls: Controls): Promise<Result> {
  const { target, mocks } = await trial.prepare();
  await askOnce(target);
  await measure({ ...target, seconds: peer.isJava ? javaWarmUpSeconds : warmUpSeconds });
  const pid = running.pid();
  const cpuBefore = familyCpuSeconds(pid);
  // It has nothing to do while the bare server is asked.
  const { ratio, p99, answers } = await compare(target, controls[trial.discipline]);
  const cpu = (familyCpuSeconds(pid) - cpuBefore) / answers;
  const perSecond = await plainPerSecond(target, plainSeconds);
  const { discipline, way } = trial;
  return {
    ...{ peer, discipline, perSecond, ratio, p99, cpu, memory: familyBytes(pid) },
    ...(way && { way }),
    ...(mocks !== undefined && { mocks }),
  };
}
