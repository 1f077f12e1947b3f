import { strftimeOf } from "./handlebars-dates";
import {
  atomOf,
  type Call,
  type Compiler,
  type Expression,
  filtered,
  type Helper,
  literalValue,
  quotedText,
  textOf,
  type Value,
} from "./handlebars-kinds";

function formatted(
  moment: string,
  format: Expression | undefined,
  compiler: Compiler,
  zone?: Expression,
): Value {
  if (!format) return moment === "now" ? atomOf(moment) : filtered(moment);
  const written = textOf(format);
  const made = written === undefined ? undefined : strftimeOf(written);
  if (made === undefined) return compiler.problem(`the format of dates \`${written?.slice(0, 60) ?? "?"}\``);
  const place = zone ? `, ${compiler.atom(zone)}` : "";
  return filtered(`${moment} | date: ${quotedText(made)}${place}`);
}

/** WireMock's `offset='3 days'`. */
function shifted(moment: string, offset: Expression | undefined, compiler: Compiler): string {
  if (!offset) return moment;
  const [, amount, unit] = /^\s*([+-]?\d+)\s+([a-z]+)\s*$/i.exec(textOf(offset) ?? "") ?? [];
  if (amount && unit) return `${moment} | date_add: ${Number(amount)}, '${unit.toLowerCase()}'`;
  compiler.problem(`the offset \`${textOf(offset)?.slice(0, 40) ?? "?"}\` of a date`);
  return moment;
}

const now: Helper = ({ params: [format], hash }, compiler) => {
  const moment = shifted("now", hash.get("offset"), compiler);
  return formatted(moment, hash.get("format") ?? format, compiler, hash.get("timezone"));
};

/** Mockoon's random date between two, or WireMock's way to show one. */
const date: Helper = ({ params: [first, second, third], hash }, compiler) => {
  if (first && (second || third)) return between(first, second, third, compiler);
  if (!first) {
    const random = filtered("'date.recent' | fake");
    return hash.size > 0 ? now({ ...emptyCall, hash }, compiler) : random;
  }
  const moment = shifted(compiler.value(first).liquid, hash.get("offset"), compiler);
  return formatted(moment, hash.get("format"), compiler, hash.get("timezone"));
};

function between(
  from: Expression,
  to: Expression | undefined,
  format: Expression | undefined,
  compiler: Compiler,
): Value {
  const end = to ? compiler.atom(to) : "now";
  return formatted(`'date.between' | fake: from: ${compiler.atom(from)}, to: ${end}`, format, compiler);
}

const time: Helper = ({ params: [from, to, format] }, compiler) => {
  const at = (clock: Expression | undefined, otherwise: string) =>
    quotedText(`1970-01-01T${(textOf(clock) ?? otherwise).slice(0, 12)}`);
  const random = `'date.between' | fake: from: ${at(from, "00:00")}, to: ${at(to, "23:59")}`;
  return formatted(random, format ?? { kind: "literal", value: "HH:mm" }, compiler);
};

const units = ["years", "months", "weeks", "days", "hours", "minutes", "seconds"];

const dateTimeShift: Helper = ({ hash }, compiler) => {
  const date = hash.get("date");
  let moment = date ? compiler.value(date).liquid : "now";
  for (const unit of units) {
    const amount = hash.get(unit);
    if (amount) moment += ` | date_add: ${compiler.atom(amount)}, '${unit}'`;
  }
  return formatted(moment, hash.get("format"), compiler);
};

const emptyCall: Call = {
  kind: "call",
  path: { kind: "path", parts: [], up: 0, isData: false, isOwn: false },
  params: [],
  hash: new Map(),
};

export const momentHelpers: Record<string, Helper> = {
  now,
  date,
  time,
  dateFormat: ({ params: [value, format], hash }, compiler) =>
    value
      ? formatted(compiler.value(value).liquid, format ?? hash.get("format"), compiler)
      : literalValue(""),
  parseDate: ({ params: [value] }, compiler) => (value ? compiler.value(value) : literalValue("")),
  dateTimeShift,
};
