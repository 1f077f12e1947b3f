import type { z } from "zod";
import { costOfCompiling } from "../matching/linear-pattern";
import { type Condition, responseLimits } from "../responses/contract";
import type { Callback } from "./callbacks";
import type { Converted, MockFields } from "./converted";
import type { Answer } from "./handlebars-answer";

type Response = NonNullable<MockFields["responses"]>[number];
type When = NonNullable<Response["when"]>;
export type GivenCondition = z.input<typeof Condition>;

/** Any of these holds, and each if all of its conditions do. `[[]]` always holds. */
export type Alternatives = readonly (readonly GivenCondition[])[];
export const always: Alternatives = [[]];

/** What an entry of a document wants: answers for one method and endpoint. */
export type Draft = {
  source: string;
  name: string;
  description?: string;
  method: NonNullable<MockFields["method"]>;
  endpoint: string;
  enabled: boolean;
  folder?: string;
  tags?: string[];
  /** Tried in this order. */
  answers: readonly { name: string; when: Alternatives; answer: Answer }[];
  mode: NonNullable<MockFields["responseMode"]>;
  sequenceEnd?: NonNullable<MockFields["sequenceEnd"]>;
  /** What is answered where none of them holds. */
  own?: Answer;
  /** Sent after each of its answers, if no other entry shares its mock. */
  callbacks?: readonly Callback[];
  notes: ReadonlySet<string>;
};

const alternativesMax = 50;

/** Both, as alternatives again; undefined if there are too many to write down. */
export function both(left: Alternatives, right: Alternatives): Alternatives | undefined {
  if (left.length * right.length > alternativesMax) return undefined;
  const made = left.flatMap((one) => right.map((other) => [...one, ...other]));
  return made.every((conditions) => conditions.length <= responseLimits.conditionsOfOne) ? made : undefined;
}

const isAlways = (when: Alternatives) => when.some((conditions) => conditions.length === 0);

/** Entries of the same method and endpoint become one mock, because a project has one for each. */
export function mocksOf(drafts: readonly Draft[]): Converted[] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    // Those that are turned off would take part if they were in one mock with others.
    const key = `${draft.method} ${draft.endpoint}${draft.enabled ? "" : " off"}`;
    const group = groups.get(key);
    if (group) group.push(draft);
    else groups.set(key, [draft]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first && group.length === 1 ? [alone(first)] : together(group);
  });
}

function alone(draft: Draft): Converted {
  const responses = new Responses();
  for (const answer of draft.answers) {
    const problem = responses.add(answer);
    if (problem) return { source: draft.source, skipped: problem };
  }
  const { mode, sequenceEnd, own, callbacks = [] } = draft;
  const made = mockOf(draft, {
    responses: responses.list,
    own,
    ...(mode !== "first" && { mode, sequenceEnd }),
  });
  return {
    source: draft.source,
    mock: { ...made, ...(callbacks.length > 0 && { callbacks: [...callbacks] }) },
    notes: [...draft.notes],
  };
}

function together(group: readonly Draft[]): Converted[] {
  const skipped: Converted[] = [];
  const taken: Draft[] = [];
  const notes = new Set<string>();
  const responses = new Responses();
  let own: { answer: Answer; source: string } | undefined;
  for (const draft of group) {
    const { source } = draft;
    if (own) {
      skipped.push({ source, skipped: `It is never reached: ${own.source} answers all of its requests.` });
      continue;
    }
    const before = responses.mark();
    const problem = addInTurn(draft, responses);
    if (problem) {
      responses.reset(before);
      skipped.push({ source, skipped: problem });
      continue;
    }
    taken.push(draft);
    for (const note of draft.notes) notes.add(note);
    if (draft.callbacks && draft.callbacks.length > 0)
      notes.add(`The callbacks of ${source} are left out, because others share its mock.`);
    if (draft.mode !== "first")
      notes.add(`${source} gives only one of its answers, because others share its mock.`);
    if (draft.own) own = { answer: draft.own, source };
    else if (draft.answers.some(({ when }) => isAlways(when))) {
      own = { answer: responses.takeLast(), source };
    }
  }
  const [first, ...others] = taken;
  if (!first) return skipped;
  const made = mockOf(first, { responses: responses.list, own: own?.answer });
  const list = others.map(({ source }) => source).join(", ");
  if (others.length > 0) notes.add(cut(`It answers ${others.length} more entries as well: ${list}`));
  return [{ source: first.source, mock: made, notes: [...notes] }, ...skipped];
}

const cut = (text: string) => (text.length > 250 ? `${text.slice(0, 249)}…` : `${text}.`);

function addInTurn({ answers, mode }: Draft, responses: Responses): string | undefined {
  for (const answer of mode === "first" ? answers : answers.slice(0, 1)) {
    const problem = responses.add(answer);
    if (problem) return problem;
  }
  return undefined;
}

type Parts = {
  responses: Response[];
  own: Answer | undefined;
  mode?: MockFields["responseMode"];
  sequenceEnd?: MockFields["sequenceEnd"];
};

function mockOf(draft: Draft, { responses, own, mode, sequenceEnd }: Parts): MockFields {
  const { name, description, method, endpoint, enabled, folder, tags = [] } = draft;
  // One that is never given is shown nevertheless.
  const { body, headers, ...answer } = own ?? {
    statusCode: responses[0]?.statusCode ?? 200,
    headers: {},
    body: "{}",
    templated: false,
  };
  return {
    name,
    ...(description !== undefined && { description }),
    method,
    endpoint,
    responseBody: body,
    responseHeaders: headers,
    ...answer,
    ...(responses.length > 0 && { responses }),
    ...(mode && { responseMode: mode }),
    ...(sequenceEnd && { sequenceEnd }),
    ...(!own && { fallback: false }),
    ...(folder && { folder }),
    ...(tags.length > 0 && { tags }),
    ...(!enabled && { enabled }),
  };
}

/** What all patterns of a mock may cost to compile is checked where it is created; this is a little less. */
const compilingMax = 3800;
type Size = { responses: number; conditions: number; chars: number; compiling: number };

/** The responses of one mock, as many as it may have. */
class Responses {
  readonly list: Response[] = [];
  #size: Size = { responses: 0, conditions: 0, chars: 0, compiling: 0 };

  /** @returns why it can't be one more */
  add({ name, when, answer }: Draft["answers"][number]): string | undefined {
    const conditions = when.flat();
    this.#size.conditions += conditions.length;
    this.#size.chars += JSON.stringify(conditions).length + 10;
    for (const { matches, ignoreCase } of conditions) {
      if (matches !== undefined) this.#size.compiling += costOfCompiling({ pattern: matches, ignoreCase });
    }
    const listed = whenOf(when);
    if (!listed) return `It has more than ${responseLimits.conditionsOfOne} conditions.`;
    for (const each of listed) this.list.push({ name, when: each, ...answer });
    if (this.list.length > responseLimits.responses) {
      return `A mock has at most ${responseLimits.responses} responses, and others share its method and path.`;
    }
    const { conditions: count, chars, compiling } = this.#size;
    const isTooMuch =
      count > responseLimits.conditions || chars > responseLimits.conditionChars || compiling > compilingMax;
    return isTooMuch ? "Its mock would have too many conditions, or too large ones." : undefined;
  }

  mark(): Size {
    return { ...this.#size, responses: this.list.length };
  }

  reset(mark: Size): void {
    this.list.length = mark.responses;
    this.#size = { ...mark };
  }

  /** The last response was one without conditions. */
  takeLast(): Answer {
    const { statusCode = 200, headers = {}, body = "{}", templated = false, ...more } = this.list.pop() ?? {};
    const { name: _, when: __, weight: ___, ...rest } = more;
    return { ...(rest as Partial<Answer>), statusCode, headers, body, templated };
  }
}

/** One `when` if it can be one, otherwise one for each alternative; undefined for what is too much. */
function whenOf(when: Alternatives): (When | null)[] | undefined {
  if (isAlways(when)) return [null];
  const max = responseLimits.conditionsOfOne;
  if (when.some((conditions) => conditions.length > max)) return undefined;
  const isFlat = when.length > 1 && when.length <= max && when.every((conditions) => conditions.length === 1);
  if (isFlat) return [{ any: when.flat() }];
  return when.map((conditions) => ({ all: [...conditions] }));
}
