/**
 * Up to here the engine's own search is used. It compares at each place of the text up to the whole of what is sought: for
 * ten thousand characters in a megabyte of nearly the same that takes seconds.
 */
const nativeCharsMax = 16;
const nativeComparisonsMax = 16_384;

/** Whether one text is part of another, in time linear in the length of both. */
export function occursIn(text: string, sought: string): boolean {
  const isNative = sought.length <= nativeCharsMax || sought.length * text.length <= nativeComparisonsMax;
  if (isNative) return text.includes(sought);
  return sought.length <= text.length && isFound(text, sought);
}

/** By Knuth, Morris and Pratt. */
function isFound(text: string, sought: string): boolean {
  const borders = bordersOf(sought);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && sought.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (sought.charCodeAt(matched) === code) matched += 1;
    if (matched === sought.length) return true;
  }
  return false;
}

/** For each beginning of a text, how much of it is its end, too. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let border = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (border > 0 && text.charCodeAt(border) !== code) border = borders[border - 1] ?? 0;
    if (text.charCodeAt(border) === code) border += 1;
    borders[at] = border;
  }
  return borders;
}
