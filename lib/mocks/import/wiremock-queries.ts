import { type Alternatives, both, type Draft, type GivenCondition } from "./mockoon-drafts";

/** Made of a mapping. `isWholeUrl`: it wants an exact URL, and so a query with nothing else in it. */
export type Mapped = Draft & { isWholeUrl: boolean };

/** More than so many would hide what the mock is about. */
const namesMax = 10;

/**
 * Has mappings with an exact URL refuse the parameters that others of the same method and path ask for. WireMock refuses all
 * others there; those that nobody asks for are allowed here, so that most mocks go without conditions.
 */
export function withoutOthersParameters(drafts: readonly Mapped[]): Draft[] {
  const wanted = new Map<string, Set<string>>();
  for (const draft of drafts) {
    const names = wanted.get(keyOf(draft)) ?? new Set();
    for (const name of queryNames(draft)) names.add(name);
    wanted.set(keyOf(draft), names);
  }
  return drafts.map((draft) => {
    if (!draft.isWholeUrl) return draft;
    const others = namesBesides(queryNames(draft), wanted.get(keyOf(draft)));
    return others.length > 0 ? without(draft, others) : draft;
  });
}

/** One more than are asked for tells that there are too many, and ends the search. */
function namesBesides(own: ReadonlySet<string>, all: Iterable<string> = []): string[] {
  const others: string[] = [];
  for (const name of all) {
    if (!own.has(name)) others.push(name);
    if (others.length > namesMax) break;
  }
  return others;
}

const keyOf = ({ method, endpoint }: Draft) => `${method} ${endpoint}`;

function queryNames({ answers }: Draft): Set<string> {
  const conditions = answers.flatMap(({ when }) => when.flat());
  return new Set(conditions.flatMap(({ in: place, name }) => (place === "query" && name ? name : [])));
}

function without(draft: Draft, names: readonly string[]): Draft {
  const absent: GivenCondition[] = names
    .slice(0, namesMax)
    .map((name) => ({ in: "query", name, exists: false }));
  const notes = new Set(draft.notes);
  const withAbsent = (when: Alternatives) => {
    const made = both(when, [absent]);
    if (!made || names.length > namesMax) notes.add("Some parameters of other mappings are allowed, too.");
    return made ?? when;
  };
  const answers = draft.answers.map((answer) => ({ ...answer, when: withAbsent(answer.when) }));
  return { ...draft, answers, notes };
}
