import type { Change, Facts } from "../facts/changes";
import type { Kind } from "../facts/kinds";
import { tidyTitle } from "../facts/message";

/** What a model is told about a change. Its author wrote the text, so none of it may be believed or obeyed. */
export type Card = {
  /** Id of the change, by which an answer refers to it. */
  id: string;
  kind: Kind;
  scope?: string;
  title: string;
  /** The text of the messages below their subjects. */
  details?: string;
};

const chunkCardsMax = 30;
/** How many characters of cards as JSON go into one chunk: some 5,000 tokens, which small models can take. */
const chunkLengthMax = 20_000;
const detailsLengthMax = 500;
const detailLinesMax = 100;

/** Cards of some changes, in the same order. Each text is in a card once. */
export function cardsOf(changes: readonly Change[], commits: Facts["commits"]): Card[] {
  const messages = new Map(commits.map(({ repoUrl, sha, commit }) => [`${repoUrl} ${sha}`, commit.message]));
  return changes.map(({ id, kind, scope, title, commits: behind }) => {
    const lines = new Set<string>();
    for (const { repoUrl, sha } of behind) {
      for (const line of bodyOf(messages.get(`${repoUrl} ${sha}`) ?? "")) lines.add(line);
      // More is not shown, and a merge may stand for thousands of commits.
      if (lines.size > detailLinesMax) break;
    }
    for (const line of lines)
      if (tidyTitle(line.replace(/^[*-] (\w+(\([^()]*\))?!?: )?/, "")) === title) lines.delete(line);
    const details = [...lines].join(" / ").slice(0, detailsLengthMax);
    return { id, kind, ...(scope && { scope }), title, ...(details && { details }) };
  });
}

/** Divides cards into chunks that a model can take at once. */
export function chunksOf(cards: readonly Card[]): Card[][] {
  const chunks: Card[][] = [];
  let length = 0;
  for (const card of cards) {
    const size = JSON.stringify(card).length;
    const last = chunks.at(-1);
    if (last && last.length < chunkCardsMax && length + size <= chunkLengthMax) {
      last.push(card);
      length += size;
    } else {
      chunks.push([card]);
      length = size;
    }
  }
  return chunks;
}

/** The paragraphs and points below a message's subject, without trailers, other people's names and merges. */
function bodyOf(message: string): string[] {
  const text = message
    .slice(0, 8 * 1024)
    .split(/\r\n?|\n/)
    .slice(1)
    .filter(
      (line) => !/^[\w-]{1,40}: \S|^-{3,}$|^Merge (pull request|branch) |^See merge request /.test(line),
    )
    .join("\n");
  return text
    .split(/\n\s*\n|\n(?=\s{0,3}[*-] )/)
    .map((part) => part.replace(/[\p{Cc}\s]+/gu, " ").trim())
    .filter(Boolean);
}
