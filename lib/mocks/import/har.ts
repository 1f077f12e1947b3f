import type { Converted, Converter } from "./converted";
import { type Candidate, candidateOf } from "./har-entry";
import { endpointFor } from "./openapi-path";
import { mockOfExamples } from "./postman-examples";
import { fieldOf, importLimits, listOf, Notes, nameFrom } from "./read-document-values";

type Group = { first: Candidate; endpoint: string; candidates: [Candidate, ...Candidate[]]; notes: Notes };

/**
 * What a browser recorded: a mock for each method and path that pages or their scripts asked for data. The host that was asked
 * most goes first, and wins where others have the same path.
 */
export const convertHar: Converter = (document) => {
  const candidates: Candidate[] = [];
  const skipped = new Map<string, number>();
  for (const entry of listOf(fieldOf(fieldOf(document, "log"), "entries"))) {
    const candidate = candidates.length < importLimits.entries ? candidateOf(entry) : { skipped: beyond };
    if ("skipped" in candidate) skipped.set(candidate.skipped, (skipped.get(candidate.skipped) ?? 0) + 1);
    else candidates.push(candidate);
  }
  return [...converted(candidates), ...[...skipped].map(summary)];
};

const beyond = `A document may have ${importLimits.entries} requests at most`;

/** A page has hundreds of pictures and scripts, so they are told of by kind. */
const summary = ([reason, count]: [string, number]): Converted => ({
  source: count === 1 ? "1 request" : `${count} requests`,
  skipped: reason,
});

function converted(candidates: readonly Candidate[]): Converted[] {
  const groups = new Map<string, Group>();
  const results: (Converted | Group)[] = [];
  for (const candidate of byHost(candidates)) {
    const { method, path, host, source } = candidate;
    const notes = new Notes();
    const found = endpointFor(path, notes);
    if ("problem" in found) {
      results.push({ source, skipped: found.problem });
      continue;
    }
    const key = `${method} ${found.endpoint}`;
    const known = groups.get(key);
    if (known && known.first.host !== host) {
      results.push({ source, skipped: `Its method and path are those of a request to ${known.first.host}` });
    } else if (known) known.candidates.push(candidate);
    else {
      const group: Group = { first: candidate, endpoint: found.endpoint, candidates: [candidate], notes };
      groups.set(key, group);
      results.push(group);
    }
  }
  const budget = { chars: importLimits.documentChars };
  return results.map((result) => ("first" in result ? mockOf(result, budget) : result));
}

function mockOf({ first, endpoint, candidates, notes }: Group, budget: { chars: number }): Converted {
  const { method, path, source } = first;
  for (const { problems } of candidates) notes.addAll(problems);
  const head = {
    name: nameFrom(`${method} ${path}`),
    method,
    endpoint,
  };
  const [own, ...others] = candidates;
  const examples = [own.example, ...others.map(({ example }) => example)] as const;
  return { source, ...mockOfExamples(head, examples, notes, budget) };
}

/** Those of the host that most of them went to first, otherwise in their order. */
function byHost(candidates: readonly Candidate[]): Candidate[] {
  const counts = new Map<string, number>();
  for (const { host } of candidates) counts.set(host, (counts.get(host) ?? 0) + 1);
  return [...candidates].sort((a, b) => (counts.get(b.host) ?? 0) - (counts.get(a.host) ?? 0));
}
