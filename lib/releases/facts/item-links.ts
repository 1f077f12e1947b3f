import type { Change } from "./changes";
import { pagesOf } from "./links";
import { escapeMarkdown } from "./markdown";

/** How many commits of a change without a pull request are linked. */
const commitsMax = 5;

/**
 * Writes the links behind the items of some notes, each address once: items have the label alone, and all addresses stand
 * together at the end, so that the notes can be read as they are written.
 */
export class ItemLinks {
  readonly #written = new Set<string>();
  /** Addresses by label. */
  readonly #defined = new Map<string, string>();
  readonly #named: boolean;

  /** @param severalRepositories whether links have to say of which repository they are */
  constructor(severalRepositories: boolean) {
    this.#named = severalRepositories;
  }

  /** ` (…)` with the links of some changes; empty when all of them are written. */
  of(changes: readonly Change[]): string {
    return this.#parenthesised([
      ...changes.flatMap((each) => this.#references(each)),
      ...commitsOf(changes, 1),
    ]);
  }

  /** The same with less in it, for a line that tells several changes. */
  briefly(changes: readonly Change[]): string {
    const references = changes.flatMap((each) => this.#references(each));
    return this.#parenthesised(references.length > 0 ? references : commitsOf(changes, 0));
  }

  /** The addresses of all labels that were written. */
  definitions(): string {
    return [...this.#defined].map(([label, url]) => `[${label}]: ${url}`).join("\n");
  }

  #references({ references, commits: [first] }: Change): Link[] {
    if (!first) return [];
    const { name, reference } = pagesOf(first.repoUrl);
    return references.map((number) => {
      const label = number.startsWith("!") ? number : `#${number}`;
      return { label: this.#named ? `${escapeMarkdown(name)}${label}` : label, url: reference(number) };
    });
  }

  #parenthesised(links: readonly Link[]): string {
    const texts = links.flatMap(({ label, url, commit }) => {
      if (this.#written.has(url)) return [];
      this.#written.add(url);
      const text = commit && this.#named ? `${escapeMarkdown(commit)}@${label}` : label;
      // Two commits may begin alike, and labels mean the same in any case.
      const defined = this.#defined.get(text) ?? url;
      if (defined !== url) return `[${text}](${url})`;
      this.#defined.set(text, url);
      return `[${text}]`;
    });
    return texts.length > 0 ? ` (${texts.join(", ")})` : "";
  }
}

/** @property commit name of the repository, if it is a commit's link */
type Link = { label: string; url: string; commit?: string };

/**
 * The commits that are linked. Those of a pull request are on its page.
 * @param besideReferences how many a change with a pull request or an issue may have, to be linked as well
 */
function commitsOf(changes: readonly Change[], besideReferences: number): Link[] {
  return changes.flatMap(({ references, commits }) => {
    const isTold = references.length > 0 && commits.length > besideReferences;
    return (isTold ? [] : commits.slice(0, commitsMax)).map(({ repoUrl, sha }) => {
      const { name, commit } = pagesOf(repoUrl);
      return { label: sha.slice(0, 7), url: commit(sha), commit: name };
    });
  });
}
