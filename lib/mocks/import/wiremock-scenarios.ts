import type { Draft } from "./mockoon-drafts";

/** A mapping that answers in one state of a scenario, and what state it leads to. */
export type Step<D extends Draft> = {
  scenario: string;
  from: string | undefined;
  to: string | undefined;
  draft: D;
};
type Skipped = { source: string; skipped: string };

const begin = "Started";

/** Scenarios as sequences, where they are: one request that gets one answer after the other. */
export function sequencesOf<D extends Draft>(steps: readonly Step<D>[]): (D | Skipped)[] {
  const scenarios = new Map<string, Step<D>[]>();
  for (const step of steps) {
    const known = scenarios.get(step.scenario);
    if (known) known.push(step);
    else scenarios.set(step.scenario, [step]);
  }
  return [...scenarios.values()].flatMap((each) => ofScenario(each));
}

const keyOf = ({ draft }: Step<Draft>) =>
  JSON.stringify([draft.method, draft.endpoint, draft.answers.map(({ when }) => when)]);

function ofScenario<D extends Draft>(steps: readonly Step<D>[]): (D | Skipped)[] {
  const [first] = steps;
  const isOneRequest = first !== undefined && steps.every((step) => keyOf(step) === keyOf(first));
  const chain = isOneRequest ? chainOf(steps) : undefined;
  if (first && chain && chain.length === steps.length) return [sequence(chain)];
  return steps.map((step) => atBegin(step));
}

/** From the first state to the last one; undefined if it is not clear what follows what. */
function chainOf<D extends Draft>(steps: readonly Step<D>[]): Step<D>[] | undefined {
  const byState = new Map<string, Step<D>>();
  for (const step of steps) {
    const state = step.from ?? begin;
    if (byState.has(state)) return undefined;
    byState.set(state, step);
  }
  const chain: Step<D>[] = [];
  for (let step = byState.get(begin); step; step = step.to === undefined ? undefined : byState.get(step.to)) {
    if (chain.includes(step)) return step === chain[0] ? chain : undefined;
    chain.push(step);
    if (chain.length > 100) return undefined;
  }
  return chain;
}

function sequence<D extends Draft>(chain: readonly Step<D>[]): D {
  const [first] = chain;
  const last = chain.at(-1);
  if (!first || !last) throw new Error("A sequence has a first step.");
  const notes = new Set(chain.flatMap(({ draft }) => [...draft.notes]));
  if (last.to !== undefined && last.to !== begin) {
    notes.add(`The last answer is given again: nothing answers in the state \`${last.to.slice(0, 60)}\`.`);
  }
  const sources = chain.length > 1 ? ` and ${chain.length - 1} more of the scenario ${first.scenario}` : "";
  return {
    ...first.draft,
    source: `${first.draft.source}${sources}`,
    answers: chain.flatMap(({ draft }) => draft.answers),
    mode: "sequence",
    sequenceEnd: last.to === begin ? "restart" : "last",
    notes,
  };
}

/** A scenario of several requests has no counterpart: it stays in its first state. */
function atBegin<D extends Draft>({ draft, from, scenario }: Step<D>): D | Skipped {
  const { source } = draft;
  if (from !== undefined && from !== begin) {
    return {
      source,
      skipped: `It answers only in the state \`${from.slice(0, 60)}\` of the scenario \`${scenario.slice(0, 60)}\`.`,
    };
  }
  const notes = new Set(draft.notes);
  notes.add(`The scenario \`${scenario.slice(0, 60)}\` stays in its first state.`);
  return { ...draft, notes };
}
