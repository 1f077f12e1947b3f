/**
 * A string that is equal for two paths exactly when their segments are: split on raw `/`, each segment
 * percent-decoded once as UTF-8 (RFC 3986 section 2.1). A segment with any malformed `%` stays as written.
 * In the result `%` is `%25` and a decoded `/` is `%2F`, so that applying the function again changes nothing.
 */
export function canonicalPath(rawPath: string): string {
  if (!rawPath.includes("%")) return rawPath;
  return rawPath.split("/").map(canonicalSegment).join("/");
}

/**
 * `canonicalPath` of a request target's path as Node's parser gives it, where raw bytes from 0x80 up are Latin-1
 * characters. Such bytes are read as UTF-8 if they are valid UTF-8, and as Latin-1 otherwise.
 */
export function canonicalRequestPath(rawPath: string): string {
  if (!/[%\u0080-\uffff]/.test(rawPath)) return rawPath;
  return canonicalPath(utf8FromLatin1(rawPath));
}

/** Percent-decodes everything that is well-formed UTF-8 and leaves the rest unchanged. Never throws. */
export function decodeLeniently(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(everyUtf8Sequence, (sequence) => decodeURIComponent(sequence));
}

/** One segment of `canonicalPath`. */
export function canonicalSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  const decoded = isWellEncoded(segment) ? decodeURIComponent(segment) : segment;
  return decoded.replaceAll("%", "%25").replaceAll("/", "%2F");
}

const tail = "%[89ab][\\da-f]";
// Well-formed UTF-8, byte by byte: RFC 3629 section 4.
const utf8Sequence = [
  "%[0-7][\\da-f]",
  `%(?:c[2-9a-f]|d[\\da-f])${tail}`,
  `%e0%[ab][\\da-f]${tail}`,
  `%e[1-9a-cef]${tail}${tail}`,
  `%ed%[89][\\da-f]${tail}`,
  `%f0%[9ab][\\da-f]${tail}${tail}`,
  `%f[1-3]${tail}${tail}${tail}`,
  `%f4%8[\\da-f]${tail}${tail}`,
].join("|");
const everyUtf8Sequence = new RegExp(utf8Sequence, "gi");
const utf8SequenceHere = new RegExp(utf8Sequence, "iy");

/** Checked before decoding, because thousands of thrown `URIError`s for one path would be slow. */
function isWellEncoded(segment: string): boolean {
  let at = segment.indexOf("%");
  while (at !== -1) {
    utf8SequenceHere.lastIndex = at;
    if (!utf8SequenceHere.test(segment)) return false;
    at = segment.indexOf("%", utf8SequenceHere.lastIndex);
  }
  return true;
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function utf8FromLatin1(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  try {
    return strictUtf8.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  } catch {
    return text;
  }
}
