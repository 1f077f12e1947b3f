import type { Change } from "./changes";
import { compareNames } from "./compare-names";
import { kinds, sectionTitles } from "./kinds";
import { notesLengthMax, tooMuch } from "./limits";
import { pagesOf } from "./links";
import { escapeMarkdown } from "./markdown";

/** A line of the notes: its words, and the changes that it stands for. */
export type Item = { text: string; changes: readonly Change[] };
export type Section = { title: string; items: readonly Item[] };
export type Notes = {
  /** A paragraph at the beginning; may be empty. */
  summary: string;
  sections: readonly Section[];
};

/**
 * Renders the notes as Markdown. Links, commit names, authors and the section of breaking changes are written only
 * here.
 * @throws {NotesError} for notes that nobody could open
 */
export function renderNotes({ summary, sections }: Notes, changes: readonly Change[]): string {
  const severalRepositories =
    new Set(changes.flatMap(({ commits }) => commits.map(({ repoUrl }) => repoUrl))).size > 1;
  const blocks = [
    summary && escapeMarkdown(summary),
    breakingSection(changes, severalRepositories),
    ...sections
      .filter(({ items }) => items.length > 0)
      .map(({ title, items }) => {
        const lines = items.map((item) => itemLine(item, severalRepositories));
        return `## ${escapeMarkdown(title)}\n\n${lines.join("\n")}`;
      }),
    thanksTo(changes),
  ];
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
    title: sectionTitles[kind],
    items: changes.filter((change) => change.kind === kind && !change.isBreaking).map(itemByRules),
  }));
}

/** Kinds that users of the product do not notice. */
export const internalKinds: ReadonlySet<string> = new Set(["documentation", "dependencies", "maintenance"]);

function breakingSection(changes: readonly Change[], severalRepositories: boolean): string {
  const breaking = changes.filter(({ isBreaking }) => isBreaking);
  if (breaking.length === 0) return "";
  const lines = breaking.flatMap((change) => {
    const details = change.breaking.map((detail) => `  ${escapeMarkdown(detail)}`);
    return [itemLine(itemByRules(change), severalRepositories), ...details];
  });
  return `## Breaking changes\n\n${lines.join("\n")}`;
}

/** A change in its author's words. */
export function itemByRules(change: Change): Item {
  const { scope, title } = change;
  return { text: scope ? `${scope}: ${title}` : title, changes: [change] };
}

function itemLine({ text, changes }: Item, severalRepositories: boolean): string {
  const refs = changes.flatMap(({ commits }) => commits);
  const links = refs.map(({ repoUrl, sha }) => {
    const { name, commit } = pagesOf(repoUrl);
    const label = severalRepositories ? `${escapeMarkdown(name)}@${sha.slice(0, 7)}` : sha.slice(0, 7);
    return `[${label}](${commit(sha)})`;
  });
  const numbers = new Map(
    changes.flatMap(({ references, commits: [first] }) =>
      references.map((number) => [number, first ? pagesOf(first.repoUrl).reference(number) : ""] as const),
    ),
  );
  const references = [...numbers].map(([number, url]) => `[#${number}](${url})`);
  return `- ${escapeMarkdown(text)} (${[...references, ...links].join(", ")})`;
}

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
