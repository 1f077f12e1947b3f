import type { Target } from "../load";

export type Discipline = "one mock" | "many mocks" | "5 flags";

export const mockDisciplines: readonly Discipline[] = ["one mock", "many mocks"];

/** One thing to ask of a running peer. */
export type Trial = {
  discipline: Discipline;
  /** Which of its ways, where it has several in a discipline. */
  way?: string;
  /** Sets up what is asked for. @returns how many mocks there are then, too, where it is about mocks */
  prepare(): Promise<{ target: Target; mocks?: number }>;
};

export type RunningPeer = { pid(): number; trials: readonly Trial[]; stop(): Promise<void> };

/** What a peer is started with: a Node's binary and a Postgres whose user may create databases. */
export type Tools = { node: string; admin?: string };

/** Another server of the same kind, on loopback, in the state that its own documentation advises for load. */
export type Peer = {
  name: string;
  version: string;
  disciplines: readonly Discipline[];
  /** How many times as fast Fieldkit is to be; of Java servers that holds for the fastest. */
  wantedLead: number;
  isJava?: boolean;
  /** @throws when it can't be got or does not start in time, with the reason */
  start(tools: Tools): Promise<RunningPeer>;
};

/** What every mock answers. */
export const mockBody = JSON.stringify({ id: 1, name: "Ada", roles: ["admin"] });
/** The path of the mock that is there from the start. */
export const firstPath = "/users/7";
export const manyMocks = 10_000;
export const mockPath = (at: number) => `/items/${at}`;
export const flagKeys = ["a", "b", "c", "d", "e"] as const;
/** How many users' flags are asked for in turn. */
export const userCount = 3000;

/** Mocks from the first to the last, by turns: what a search from either end finds at once is no measure. */
export function pathsOf(mocks: number): string[] {
  const asked = Math.min(500, mocks);
  return Array.from({ length: asked }, (_, at) => mockPath(Math.floor((at * mocks) / asked)));
}
