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
  readonly #unlinked: ReadonlySet<string>;

  /**
   * @param severalRepositories whether links have to say of which repository they are
   * @param unlinked URLs of repositories without web pages: their commits and references are named, not linked
   */
  constructor(severalRepositories: boolean, unlinked: ReadonlySet<string>) {
    this.#named = severalRepositories;
    this.#unlinked = unlinked;
  }

  /** ` (…)` with the links of some changes; empty when all of them are written. */
  of(changes: readonly Change[]): string {
    return this.#parenthesised([
      ...changes.flatMap((each) => this.#references(each)),
      ...this.#commits(changes, 1),
    ]);
  }

  /** The same with less in it, for a line that tells several changes. */
  briefly(changes: readonly Change[]): string {
    const references = changes.flatMap((each) => this.#references(each));
    return this.#parenthesised(references.length > 0 ? references : this.#commits(changes, 0));
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
      const url = this.#unlinked.has(first.repoUrl) ? undefined : reference(number);
      return { label: this.#named ? `${escapeMarkdown(name)}${label}` : label, url };
    });
  }

  /**
   * The commits that are named. Those of a pull request are on its page.
   * @param besideReferences how many a change with a pull request or an issue may have, to be named as well
   */
  #commits(changes: readonly Change[], besideReferences: number): Link[] {
    return changes.flatMap(({ references, commits }) => {
      const isTold = references.length > 0 && commits.length > besideReferences;
      return (isTold ? [] : commits.slice(0, commitsMax)).map(({ repoUrl, sha }) => {
        const { name, commit } = pagesOf(repoUrl);
        const url = this.#unlinked.has(repoUrl) ? undefined : commit(sha);
        return { label: sha.slice(0, 7), url, commit: name };
      });
    });
  }

  #parenthesised(links: readonly Link[]): string {
    const texts = links.flatMap(({ label, url, commit }) => {
      const text = commit && this.#named ? `${escapeMarkdown(commit)}@${label}` : label;
      if (this.#written.has(url ?? text)) return [];
      this.#written.add(url ?? text);
      if (url === undefined) return text;
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
type Link = { label: string; url: string | undefined; commit?: string };
