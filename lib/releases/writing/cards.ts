import type { Change, Facts } from "../facts/changes";
import type { Kind } from "../facts/kinds";

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

/** Cards of some changes, in the same order. */
export function cardsOf(changes: readonly Change[], commits: Facts["commits"]): Card[] {
  const messages = new Map(commits.map(({ repoUrl, sha, commit }) => [`${repoUrl} ${sha}`, commit.message]));
  return changes.map(({ id, kind, scope, title, commits: behind }) => {
    const bodies = behind.map(({ repoUrl, sha }) => bodyOf(messages.get(`${repoUrl} ${sha}`) ?? ""));
    const details = [...new Set(bodies)].filter(Boolean).join(" / ").slice(0, detailsLengthMax);
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

/** A message's text below its subject, without trailers and other people's names. */
function bodyOf(message: string): string {
  return message
    .slice(0, 8 * 1024)
    .split(/\r\n?|\n/)
    .slice(1)
    .filter((line) => !/^[\w-]{1,40}: \S/.test(line))
    .join(" ")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
