import {
  atomOf,
  type Call,
  type Compiler,
  filtered,
  type Helper,
  literalOf,
  literalValue,
  textOf,
  type Value,
} from "./handlebars-kinds";
import { arrayOf, listOf, objectOf } from "./handlebars-lists";
import { jsonField } from "./handlebars-requests";

/** A filter of the same meaning: its value comes first, its arguments follow. */
const filter =
  (name: string, count = 0): Helper =>
  ({ params: [value, ...rest] }, compiler) => {
    if (!value) return literalValue("");
    const args = rest.slice(0, count).map((each) => compiler.atom(each));
    return filtered(
      `${compiler.value(value).liquid} | ${name}${args.length > 0 ? `: ${args.join(", ")}` : ""}`,
    );
  };

/** A filter that is applied for each further argument. */
const folded =
  (name: string): Helper =>
  ({ params: [value, ...rest] }, compiler) => {
    if (!value) return literalValue("");
    const steps = rest.map((each) => ` | ${name}: ${compiler.atom(each)}`);
    return filtered(compiler.value(value).liquid + steps.join(""));
  };

const operations: Record<string, string> = {
  "+": "plus",
  "-": "minus",
  "*": "times",
  x: "times",
  "/": "divided_by",
  "%": "modulo",
};

const math: Helper = ({ params: [left, sign, right] }, compiler) => {
  const name = operations[textOf(sign) ?? ""];
  if (!left || !right || !name) return compiler.problem("`{{math}}` with these arguments");
  return filtered(`${compiler.value(left).liquid} | ${name}: ${compiler.atom(right)}`);
};

const join: Helper = ({ params }, compiler) => {
  const [list, separator] =
    params.length > 2 ? [params.slice(0, -1), params.at(-1)] : [params.slice(0, 1), params[1]];
  return filtered(`${listOf(list, compiler)} | join: ${separator ? compiler.atom(separator) : "', '"}`);
};

/** @param isLength whether the last argument says how much, rather than up to where */
const slice =
  (isLength: boolean): Helper =>
  ({ params: [value, from, to] }, compiler) => {
    const [start, end] = [literalOf(from) ?? 0, literalOf(to)];
    if (!value || (to && typeof end !== "number") || typeof start !== "number" || (!isLength && start < 0)) {
      return compiler.problem("a part of a text or list whose bounds are not fixed");
    }
    const count = typeof end !== "number" ? 100_000 : isLength ? end : Math.max(0, end - start);
    return filtered(`${compiler.value(value).liquid} | slice: ${start}, ${count}`);
  };

/** Whether a helper is told to do the opposite: `decode=true`. */
const decodes = ({ hash }: Call) => textOf(hash.get("decode")) === "true";

const lookup: Helper = ({ params: [object, key] }, compiler) =>
  object && key ? atomOf(`${compiler.atom(object)}[${compiler.atom(key)}]`) : literalValue("");

const jsonPath: Helper = ({ params: [document, place], hash }, compiler) => {
  const path = textOf(place);
  if (!document || path === undefined)
    return compiler.problem("`{{jsonPath}}` with a path that is not fixed");
  const value = compiler.value(document);
  const object = value.liquid === "request.body" ? "request.json" : parsed(value, compiler);
  const field = jsonField(object, path.trim().replace(/\[\*\]$/, ""));
  if (!field) return compiler.problem(`the JSONPath \`${path.slice(0, 60)}\``);
  const otherwise = hash.get("default");
  if (!otherwise) return { ...atomOf(field), isJson: true };
  return { ...filtered(`${field} | default: ${compiler.atom(otherwise)}, allow_false: true`), isJson: true };
};

/** Texts are read as JSON; what is a value already stays one. */
function parsed(value: Value, compiler: Compiler): string {
  if (value.isJson) return value.isAtom ? value.liquid : compiler.named(value);
  return compiler.named(filtered(`${value.liquid} | parse_json`));
}

const val: Helper = ({ params: [value], hash }, compiler) => {
  const otherwise = hash.get("or") ?? hash.get("default");
  const given = value ? compiler.value(value) : literalValue("");
  const made = otherwise ? filtered(`${given.liquid} | default: ${compiler.atom(otherwise)}`) : given;
  const name = textOf(hash.get("assign"));
  if (name === undefined) return made;
  compiler.variables.set(name, compiler.named(made));
  return undefined;
};

const setVar: Helper = ({ params: [name, value] }, compiler) => {
  const key = textOf(name);
  if (key === undefined) return compiler.problem("`{{setVar}}` with a name that is not fixed");
  const known = compiler.variables.get(key) ?? compiler.freshName("kept");
  compiler.variables.set(key, known);
  compiler.tag(`{% assign ${known} = ${value ? compiler.value(value).liquid : "nil"} %}`);
  return undefined;
};

const getVar: Helper = ({ params: [name, otherwise] }, compiler) => {
  const known = compiler.variables.get(textOf(name) ?? "");
  return known ? atomOf(known) : otherwise ? compiler.value(otherwise) : literalValue("");
};

const formData: Helper = ({ params: [, name] }, compiler) => {
  compiler.variables.set(textOf(name) ?? "form", "request.form");
  return undefined;
};

const parseJson: Helper = ({ params: [text, name] }, compiler) => {
  if (!text) return compiler.problem("`{{parseJson}}` without a text");
  const value = compiler.value(text);
  const object = value.liquid === "request.body" ? "request.json" : parsed(value, compiler);
  const key = textOf(name);
  if (key === undefined) return { ...atomOf(object), isJson: true };
  compiler.variables.set(key, object);
  return undefined;
};

export const valueHelpers: Record<string, Helper> = {
  add: folded("plus"),
  subtract: folded("minus"),
  multiply: folded("times"),
  divide: folded("divided_by"),
  modulo: filter("modulo", 1),
  ceil: filter("ceil"),
  floor: filter("floor"),
  round: filter("round"),
  abs: filter("abs"),
  toFixed: filter("round", 1),
  parseInt: filter("to_integer"),
  math,
  concat: folded("append"),
  lowercase: filter("downcase"),
  lower: filter("downcase"),
  uppercase: filter("upcase"),
  upper: filter("upcase"),
  capitalize: filter("capitalize"),
  capitalizeFirst: filter("capitalize"),
  trim: filter("strip"),
  split: filter("split", 1),
  replace: filter("replace", 2),
  cut: filter("remove", 1),
  abbreviate: filter("truncate", 1),
  stripTags: filter("strip_html"),
  slugify: filter("slugify"),
  defaultIfEmpty: filter("default", 1),
  substr: slice(true),
  substring: slice(false),
  slice: slice(false),
  join,
  len: filter("size"),
  size: filter("size"),
  sort: filter("sort"),
  reverse: filter("reverse"),
  newline: () => literalValue("\n"),
  stringify: filter("json: 2"),
  toJson: filter("json"),
  json: filter("json"),
  jsonParse: (call, compiler) => parseJson({ ...call, params: call.params.slice(0, 1) }, compiler),
  parseJson,
  jsonPath,
  lookup,
  array: ({ params }, compiler) => atomOf(arrayOf(params, compiler)),
  object: ({ hash }, compiler) => objectOf(hash, compiler),
  base64: (call, compiler) => filter(decodes(call) ? "base64_decode" : "base64_encode")(call, compiler),
  base64Decode: filter("base64_decode"),
  urlEncode: (call, compiler) => filter(decodes(call) ? "url_decode" : "url_encode")(call, compiler),
  setVar,
  getVar,
  val,
  assign: setVar,
  formData,
};
