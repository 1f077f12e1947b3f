/** Letters of the formats of Java and date-fns (Unicode TR 35), and what strftime has for them. */
const codes: Record<string, string> = {
  yyyy: "%Y",
  yyy: "%Y",
  yy: "%y",
  y: "%Y",
  uuuu: "%Y",
  u: "%Y",
  YYYY: "%Y",
  YY: "%y",
  RRRR: "%G",
  MMMM: "%B",
  LLLL: "%B",
  MMM: "%b",
  LLL: "%b",
  MM: "%m",
  LL: "%m",
  M: "%-m",
  L: "%-m",
  dd: "%d",
  d: "%-d",
  do: "%-d%q",
  DDD: "%j",
  DD: "%d",
  D: "%-j",
  EEEE: "%A",
  EEE: "%a",
  EE: "%a",
  E: "%a",
  eeee: "%A",
  eee: "%a",
  i: "%u",
  HH: "%H",
  H: "%-H",
  kk: "%H",
  k: "%-H",
  hh: "%I",
  h: "%-I",
  KK: "%I",
  mm: "%M",
  m: "%-M",
  ss: "%S",
  s: "%-S",
  a: "%p",
  aa: "%p",
  aaa: "%P",
  XXX: "%:z",
  XX: "%z",
  X: "%z",
  xxx: "%:z",
  xx: "%z",
  x: "%z",
  ZZZZZ: "%:z",
  ZZ: "%:z",
  Z: "%z",
  z: "%Z",
  t: "%s",
  T: "%s%L",
  I: "%V",
  ww: "%V",
  PP: "%b %-d, %Y",
  P: "%m/%d/%Y",
  PPP: "%B %-d, %Y",
  PPPP: "%A, %B %-d, %Y",
  p: "%-I:%M %p",
  pp: "%-I:%M:%S %p",
};
const piece = /'((?:[^']|'')*)'|do|([A-Za-z])\2*|%|[^A-Za-z'%]+/y;

/** A format of Java or date-fns as one of strftime; undefined if it has something that strftime has not. */
export function strftimeOf(format: string): string | undefined {
  if (format === "epoch") return "%s%L";
  if (format === "unix") return "%s";
  let made = "";
  piece.lastIndex = 0;
  while (piece.lastIndex < format.length) {
    const [whole, quoted] = piece.exec(format) ?? [];
    if (whole === undefined) return undefined;
    const code =
      quoted === undefined ? codeOf(whole) : (quoted || "'").replaceAll("''", "'").replaceAll("%", "%%");
    if (code === undefined) return undefined;
    made += code;
  }
  return made;
}

function codeOf(letters: string): string | undefined {
  if (letters === "%") return "%%";
  if (!/^[A-Za-z]/.test(letters)) return letters;
  if (/^S+$/.test(letters)) return letters.length === 3 ? "%L" : `%${letters.length}N`;
  return Object.hasOwn(codes, letters) ? codes[letters] : undefined;
}
