import { alignedTable, count, microseconds } from "../table";
import type { Discipline, Peer } from "./peer";

/**
 * What one way of one peer did: answers a second to plain sockets; to a load that parses them, their ratio to the bare
 * server of that run and the processor's seconds for each; and memory in bytes.
 */
export type Result = {
  peer: Pick<Peer, "name" | "version" | "wantedLead" | "isJava">;
  discipline: Discipline;
  way?: string;
  mocks?: number;
  perSecond: number;
  ratio: number;
  p99: number;
  cpu: number;
  memory: number;
};

const leadOverFastestJava = 2.5;
const header = [
  "Discipline",
  "Server",
  "per second",
  "ratio",
  "p99",
  "CPU each",
  "memory",
  "Fieldkit is",
  "by CPU",
  "wanted",
  "met",
];

/** Fieldkit's results come first: the first of a discipline is what the others are compared with. */
export function resultsTable(results: readonly Result[]): string {
  const disciplines = [...new Set(results.map(({ discipline }) => discipline))];
  return alignedTable(
    header,
    disciplines.flatMap((discipline) => {
      const own = results.filter((result) => result.discipline === discipline);
      return own.map((result) => [...cellsOf(result), ...leadOf(result, own)]);
    }),
  );
}

/** Fieldkit's own has no version: it is this one. */
export const nameOf = ({ name, version }: Pick<Peer, "name" | "version">) => `${name} ${version}`.trim();

function cellsOf({ peer, discipline, way, mocks, perSecond, ratio, p99, cpu, memory }: Result): string[] {
  const server = way === undefined ? nameOf(peer) : `${nameOf(peer)} (${way})`;
  const what = discipline === "many mocks" ? `one of ${count(mocks)} mocks` : discipline;
  return [
    what,
    server,
    count(perSecond),
    ratio.toFixed(3),
    `${p99} ms`,
    microseconds(cpu),
    `${count(memory / 1e6)} MB`,
  ];
}

const times = (value: number) => `${value.toFixed(1)} times`;

function leadOf(result: Result, all: readonly Result[]): string[] {
  const [fieldkit] = all;
  if (fieldkit === undefined || result.peer.name === fieldkit.peer.name) return ["", "", "", ""];
  const lead = fieldkit.perSecond / result.perSecond;
  const byCpu = result.cpu / fieldkit.cpu;
  const java = all.filter(({ peer }) => peer.isJava);
  const isFastestJava =
    result.peer.isJava && result.perSecond === Math.max(...java.map(({ perSecond }) => perSecond));
  const wanted = isFastestJava ? leadOverFastestJava : result.peer.wantedLead;
  const isMet = wanted === 1 ? lead > 1 : lead >= wanted;
  return [times(lead), times(byCpu), wanted === 1 ? "ahead" : `≥ ${wanted} times`, isMet ? "yes" : "no"];
}
