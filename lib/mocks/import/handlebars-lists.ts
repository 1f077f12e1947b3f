import {
  atomOf,
  type Compiler,
  type Expression,
  filtered,
  type Literal,
  quotedText,
} from "./handlebars-kinds";

/** A list of all that is given, or the one list that is. It can be an argument of a filter. */
export function listOf(items: readonly Expression[], compiler: Compiler): string {
  const [only] = items;
  if (items.length === 1 && only && only.kind !== "literal") return compiler.atom(only);
  return arrayOf(items, compiler);
}

/** A list of these values. Liquid has no way to write one. */
export function arrayOf(items: readonly Expression[], compiler: Compiler): string {
  const literals: Literal[] = [];
  for (const item of items) {
    if (item.kind !== "literal") break;
    literals.push(item.value);
  }
  let list = compiler.named(filtered(`${quotedText(JSON.stringify(literals))} | parse_json`));
  for (const item of items.slice(literals.length)) {
    list = compiler.named(filtered(`${list} | push: ${compiler.atom(item)}`));
  }
  return list;
}

/** `(object a=1 b='x')`, if all of it is known. */
export function objectOf(fields: ReadonlyMap<string, Expression>, compiler: Compiler) {
  const entries: [string, Literal][] = [];
  for (const [name, value] of fields) {
    if (value.kind !== "literal") return compiler.problem("`{{object}}` with values that are not fixed");
    entries.push([name, value.value]);
  }
  const json = JSON.stringify(Object.fromEntries(entries));
  return atomOf(compiler.named(filtered(`${quotedText(json)} | parse_json`)));
}
