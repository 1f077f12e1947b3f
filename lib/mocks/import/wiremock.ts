import { wireMockCallbacks } from "./callbacks";
import type { Converted, Converter } from "./converted";
import { tagsFrom } from "./filed";
import { GivenFiles } from "./given-files";
import { type Draft, mocksOf } from "./mockoon-drafts";
import { descriptionFrom, fieldOf, isFields, nameFrom, textOf } from "./read-document-values";
import { type Mapped, withoutOthersParameters } from "./wiremock-queries";
import { isAlways, wantedOf } from "./wiremock-request";
import { answerOf, asksForTemplate } from "./wiremock-response";
import { type Step, sequencesOf } from "./wiremock-scenarios";

/** Mocks of a mapping of WireMock, or of several. */
export const convertWireMock: Converter = (document, files = new GivenFiles()) => {
  const mappings = inOrder(document);
  const isLocal = mappings.some((mapping) => asksForTemplate(fieldOf(mapping, "response")));
  const drafts: Mapped[] = [];
  const steps: Step<Mapped>[] = [];
  const skipped: Converted[] = [];
  for (const mapping of mappings) {
    const draft = draftOf(mapping, { isLocal, files });
    if ("skipped" in draft) {
      skipped.push(draft);
      continue;
    }
    const scenario = textOf(fieldOf(mapping, "scenarioName"));
    if (!scenario) drafts.push(draft);
    else {
      const [from, to] = [fieldOf(mapping, "requiredScenarioState"), fieldOf(mapping, "newScenarioState")];
      steps.push({ scenario, from: textOf(from), to: textOf(to), draft });
    }
  }
  for (const made of sequencesOf(steps)) {
    if ("skipped" in made) skipped.push(made);
    else drafts.push(made);
  }
  return [...mocksOf(withoutOthersParameters(drafts).map(ownWhereAlways)), ...skipped];
};

type Ranked = { mapping: unknown; priority: number; at: number };

/** Mappings in the order in which WireMock tries them: by priority, and the newest first. */
function inOrder(document: unknown): unknown[] {
  const listed = fieldOf(document, "mappings");
  const mappings = Array.isArray(document) ? document : Array.isArray(listed) ? listed : [document];
  // What was exported by a server has the newest in front; in files they are at the end.
  const isExport = isFields(fieldOf(document, "meta"));
  const ranked = mappings.filter(isFields).map((mapping, at): Ranked => {
    const index = fieldOf(mapping, "insertionIndex");
    const priority = Number(fieldOf(mapping, "priority") ?? 5);
    return {
      mapping,
      priority: Number.isFinite(priority) ? priority : 5,
      at: typeof index === "number" ? index : isExport ? -at : at,
    };
  });
  return ranked.sort((a, b) => a.priority - b.priority || b.at - a.at).map(({ mapping }) => mapping);
}

function draftOf(
  mapping: unknown,
  of: { isLocal: boolean; files: GivenFiles },
): Mapped | { source: string; skipped: string } {
  const [request, response] = [fieldOf(mapping, "request"), fieldOf(mapping, "response")];
  const source = sourceOf(mapping, request);
  if (!isFields(request) || !isFields(response))
    return { source, skipped: "It is no mapping: it has no request or response." };
  const notes = new Set<string>();
  const wanted = wantedOf(request, notes);
  if ("problem" in wanted) return { source, skipped: wanted.problem };
  const answer = answerOf(response, of, notes);
  if ("problem" in answer) return { source, skipped: answer.problem };
  const callbacks = wireMockCallbacks(mapping, notes);
  const { method, endpoint, when } = wanted;
  const name = nameFrom(fieldOf(mapping, "name"));
  const metadata = fieldOf(mapping, "metadata");
  const description = descriptionFrom(fieldOf(metadata, "description"));
  return {
    source,
    name: name || nameFrom(`${method} ${endpoint}`),
    ...(description !== undefined && { description }),
    ...{ method, endpoint, tags: tagsFrom(fieldOf(metadata, "tags")) },
    enabled: true,
    answers: [{ name, when, answer }],
    mode: "first",
    callbacks,
    notes,
    isWholeUrl: textOf(fieldOf(request, "url")) !== undefined,
  };
}

function sourceOf(mapping: unknown, request: unknown): string {
  const urls = ["url", "urlPath", "urlPathTemplate", "urlPattern", "urlPathPattern"];
  const url = nameFrom(...urls.map((name) => fieldOf(request, name)), "any URL");
  const name = nameFrom(fieldOf(mapping, "name"), fieldOf(mapping, "id"), fieldOf(mapping, "uuid"));
  const shown = `${textOf(fieldOf(request, "method")) ?? "ANY"} ${url}`;
  return name === "" ? shown : `${shown} (${name})`;
}

/** What answers every request of its endpoint is the mock's own answer. */
function ownWhereAlways(draft: Draft): Draft {
  const [first] = draft.answers;
  if (!first || !isAlways(first.when)) return draft;
  if (draft.mode !== "first") return { ...draft, own: first.answer };
  return { ...draft, answers: [], own: first.answer };
}
