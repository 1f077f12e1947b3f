/** How a class or an escape is written, up to where it ends. */
const characterClass = /\[\^?\]?(?:\\.|\[:\^?[a-z]+:\]|[^\]\\])*\]/y;
const escaped = /\\(?:[pPx]\{[^}]*\}|[\s\S])/y;
const repetition = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;

/**
 * Some number of instructions that a regular expression will not have many more of, found without compiling it: `(a{30}){30}`
 * are 900, and half a thousand characters can mean two hundred thousand.
 */
export function estimatedSize(pattern: string): number {
  const outer: number[] = [];
  let sum = 0;
  let last = 0;
  for (let at = 0; at < pattern.length; ) {
    const character = pattern.charAt(at);
    const token = tokenAt(pattern, at);
    at += token.length;
    if (character === "(") {
      outer.push(sum);
      sum = 0;
      last = 0;
    } else if (character === ")") {
      last = sum + 2;
      sum = (outer.pop() ?? 0) + last;
    } else if (character === "{" && token.length > 1) {
      const [, from = "1", to = ""] = /(\d+)(?:,(\d*))?/.exec(token) ?? [];
      const times = Math.max(Number(from), Number(to), 1);
      sum += last * (times - 1);
      last *= times;
    } else {
      last = 1;
      sum += 1;
    }
  }
  return outer.reduce((total, each) => total + each, sum);
}

/** The texts that take long to compile, because they stand for thousands of ranges of characters. */
export const largeClasses = (pattern: string): number => pattern.match(/\\[pP]|\[\^|\[:/g)?.length ?? 0;

function tokenAt(pattern: string, at: number): string {
  for (const token of [characterClass, escaped, repetition]) {
    token.lastIndex = at;
    const [found] = token.exec(pattern) ?? [];
    if (found) return found;
  }
  return pattern.charAt(at);
}
