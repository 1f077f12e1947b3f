import type { Change } from "./changes";
import { compareNames } from "./compare-names";
import { type Fold, folded } from "./folded";
import { ItemLinks } from "./item-links";
import { internalKinds, type Kind, kinds, sectionTitles } from "./kinds";
import { notesLengthMax, tooMuch } from "./limits";
import { escapeMarkdown } from "./markdown";

/** A line of the notes: its words, and the changes that it stands for. */
export type Item = { text: string; changes: readonly Change[] };
export type Section = { kind: Kind; items: readonly Item[] };
export type Notes = {
  /** A paragraph at the beginning; may be empty. */
  summary: string;
  sections: readonly Section[];
};

/**
 * Renders the notes as Markdown. Links, commit names, authors and the section of breaking changes are written only
 * here.
 * @param unlinked URLs of repositories without web pages
 * @throws {NotesError} for notes that nobody could open
 */
export function renderNotes(
  { summary, sections }: Notes,
  changes: readonly Change[],
  unlinked: ReadonlySet<string> = new Set(),
): string {
  const repositories = new Set(changes.flatMap(({ commits }) => commits.map(({ repoUrl }) => repoUrl)));
  const links = new ItemLinks(repositories.size > 1, unlinked);
  const blocks = [
    summary && escapeMarkdown(summary),
    breakingSection(changes, links),
    ...sections
      .filter(({ items }) => items.length > 0)
      .map(({ kind, items }) => {
        const lines = folded(kind, items).map((fold) => foldLine(fold, links));
        return `## ${sectionTitles[kind]}\n\n${lines.join("\n")}`;
      }),
    thanksTo(changes),
  ];
  blocks.push(links.definitions());
  const content = `${blocks.filter(Boolean).join("\n\n") || nothing}\n`;
  if (content.length > notesLengthMax) throw tooMuch();
  return content;
}

/** Said for a range of merges, bots and internal work. The list of commits gives the reason for each. */
const nothing = "Nothing in this range is for these notes.";

/** The sections that rules make: by kind, with breaking changes in a section of their own above. */
export function sectionsByRules(changes: readonly Change[], includeMaintenance: boolean): Section[] {
  const shown = kinds.filter((kind) => includeMaintenance || !internalKinds.has(kind));
  return shown.map((kind) => ({
    kind,
    items: changes.filter((change) => change.kind === kind && !change.isBreaking).map(itemByRules),
  }));
}

function breakingSection(changes: readonly Change[], links: ItemLinks): string {
  const breaking = changes.filter(({ isBreaking }) => isBreaking);
  if (breaking.length === 0) return "";
  const lines = breaking.flatMap((change) => {
    const details = change.breaking.map((detail) => `  ${escapeMarkdown(detail)}`);
    return [itemLine(itemByRules(change), links), ...details];
  });
  return `## Breaking changes\n\n${lines.join("\n")}`;
}

/** A change in its author's words. */
export function itemByRules(change: Change): Item {
  const { scope, title } = change;
  return { text: scope ? `${scope}: ${title}` : title, changes: [change] };
}

function foldLine({ label, items }: Fold, links: ItemLinks): string {
  const [first] = items;
  if (first && items.length === 1) {
    const details = first.changes.flatMap((change) => change.details);
    return [itemLine(first, links), ...details.map((detail) => `  - ${escapeMarkdown(detail)}`)].join("\n");
  }
  const parts = items.map(({ text, changes }) => escapeMarkdown(text) + links.briefly(changes));
  return `- ${label ? `${label}: ` : ""}${parts.join("; ")}`;
}

const itemLine = ({ text, changes }: Item, links: ItemLinks) =>
  `- ${escapeMarkdown(text)}${links.of(changes)}`;

/** Each person once: by their page on the forge if it is known, else by name. */
function thanksTo(changes: readonly Change[]): string {
  const authors = changes.flatMap((change) => change.authors);
  const byPage = new Map(authors.flatMap(({ name, profile }) => (profile ? [[profile, name] as const] : [])));
  const known = new Set(authors.filter(({ profile }) => profile).map(({ name }) => name));
  const nameless = new Set(authors.map(({ name }) => name).filter((name) => !known.has(name)));
  const all = [
    ...[...byPage].map(([profile, name]) => ({ name, text: `[${escapeMarkdown(name)}](${profile})` })),
    ...[...nameless].map((name) => ({ name, text: escapeMarkdown(name) })),
  ].sort((a, b) => compareNames(a.name, b.name));
  return all.length > 0 ? `Thanks to ${all.map(({ text }) => text).join(", ")}.` : "";
}
