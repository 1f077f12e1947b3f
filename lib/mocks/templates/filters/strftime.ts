/** A moment as somebody in a time zone sees it. */
export type Moment = {
  ms: number;
  /** Its fields in UTC are what the clock there shows. */
  shown: Date;
  /** Minutes ahead of UTC. */
  offset: number;
  zone: string;
};

const months = "January February March April May June July August September October November December".split(
  " ",
);
const days = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const dayMs = 86_400_000;
/** More is no format, and padding costs memory. */
const widthMax = 50;

type Code = { width?: number; pad?: string; of(moment: Moment): string | number };
const number = (width: number, of: (shown: Date) => number, pad = "0"): Code => ({
  width,
  pad,
  of: ({ shown }) => of(shown),
});
const word = (of: (shown: Date) => string): Code => ({ pad: " ", of: ({ shown }) => of(shown) });

const codes: Record<string, Code> = {
  a: word((shown) => nameOf(days, shown.getUTCDay()).slice(0, 3)),
  A: word((shown) => nameOf(days, shown.getUTCDay())),
  b: word((shown) => nameOf(months, shown.getUTCMonth()).slice(0, 3)),
  h: word((shown) => nameOf(months, shown.getUTCMonth()).slice(0, 3)),
  B: word((shown) => nameOf(months, shown.getUTCMonth())),
  C: number(2, (shown) => Math.floor(shown.getUTCFullYear() / 100)),
  d: number(2, (shown) => shown.getUTCDate()),
  e: number(2, (shown) => shown.getUTCDate(), " "),
  g: number(2, (shown) => isoWeek(shown).year % 100),
  G: number(4, (shown) => isoWeek(shown).year),
  H: number(2, (shown) => shown.getUTCHours()),
  I: number(2, (shown) => shown.getUTCHours() % 12 || 12),
  j: number(3, dayOfYear),
  k: number(2, (shown) => shown.getUTCHours(), " "),
  l: number(2, (shown) => shown.getUTCHours() % 12 || 12, " "),
  L: number(3, (shown) => shown.getUTCMilliseconds()),
  m: number(2, (shown) => shown.getUTCMonth() + 1),
  M: number(2, (shown) => shown.getUTCMinutes()),
  N: { of: ({ shown }) => `${String(shown.getUTCMilliseconds()).padStart(3, "0")}000000` },
  p: word((shown) => (shown.getUTCHours() < 12 ? "AM" : "PM")),
  P: word((shown) => (shown.getUTCHours() < 12 ? "am" : "pm")),
  q: word((shown) => ordinal(shown.getUTCDate())),
  s: { of: ({ ms }) => Math.floor(ms / 1000) },
  S: number(2, (shown) => shown.getUTCSeconds()),
  u: number(1, (shown) => shown.getUTCDay() || 7),
  U: number(2, (shown) => weekOfYear(shown, 0)),
  V: number(2, (shown) => isoWeek(shown).week),
  w: number(1, (shown) => shown.getUTCDay()),
  W: number(2, (shown) => weekOfYear(shown, 1)),
  y: number(2, (shown) => ((shown.getUTCFullYear() % 100) + 100) % 100),
  Y: number(4, (shown) => shown.getUTCFullYear()),
  Z: { of: ({ zone }) => zone },
  n: { of: () => "\n" },
  t: { of: () => "\t" },
  "%": { of: () => "%" },
};

/** Codes that stand for several. */
const long: Record<string, string> = {
  c: "%a %b %e %H:%M:%S %Y",
  D: "%m/%d/%y",
  F: "%Y-%m-%d",
  r: "%I:%M:%S %p",
  R: "%H:%M",
  T: "%H:%M:%S",
  v: "%e-%b-%Y",
  x: "%m/%d/%y",
  X: "%H:%M:%S",
};

/** A moment in the words of a format, as `strftime` of Ruby has them. Names are English. */
export function strftime(moment: Moment, format: string): string {
  return format.replace(
    /%([-_0^#:]*)(\d*)([a-zA-Z%])/g,
    (whole, flags: string, width: string, letter: string) => {
      if (letter === "z") return offsetText(moment.offset, flags.includes(":"));
      const parts = Object.hasOwn(long, letter) ? long[letter] : undefined;
      if (parts) return padded(strftime(moment, parts), flags, width, { pad: " " });
      const code = Object.hasOwn(codes, letter) ? codes[letter] : undefined;
      if (!code) return whole;
      const text = String(code.of(moment));
      // Of parts of a second, the width says how many digits are wanted.
      return letter === "N" ? text.slice(0, Number(width) || 9) : padded(text, flags, width, code);
    },
  );
}

function padded(
  text: string,
  flags: string,
  width: string,
  { width: usual = 0, pad = "0" }: Partial<Code>,
): string {
  const cased = flags.includes("^") ? text.toUpperCase() : flags.includes("#") ? swapped(text) : text;
  if (flags.includes("-")) return cased;
  const filler = flags.includes("_") ? " " : flags.includes("0") ? "0" : pad;
  const size = Math.min(Number(width) || usual, widthMax);
  const sign = filler === "0" && cased.startsWith("-") ? "-" : "";
  return sign + cased.slice(sign.length).padStart(size - sign.length, filler);
}

const swapped = (text: string) => (/[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase());

function offsetText(offset: number, withColon: boolean): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const minutes = Math.abs(offset);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${withColon ? ":" : ""}${two(minutes % 60)}`;
}

const nameOf = (names: readonly string[], index: number) => names[index] ?? "";

function dayOfYear(shown: Date): number {
  return Math.floor((shown.getTime() - Date.UTC(shown.getUTCFullYear(), 0, 1)) / dayMs) + 1;
}

/** Weeks that begin on the given day; days before the first one are in week 0. */
function weekOfYear(shown: Date, firstDay: number): number {
  return Math.floor((dayOfYear(shown) + 6 - ((shown.getUTCDay() - firstDay + 7) % 7)) / 7);
}

/** The week belongs to the year of its Thursday. */
function isoWeek(shown: Date): { year: number; week: number } {
  const thursday = new Date(shown.getTime() + (4 - (shown.getUTCDay() || 7)) * dayMs);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) };
}

function ordinal(day: number): string {
  const isTeen = day % 100 >= 11 && day % 100 <= 13;
  return (isTeen ? undefined : { 1: "st", 2: "nd", 3: "rd" }[day % 10]) ?? "th";
}
