import { type Call, type Compiler, type Expression, filtered } from "./handlebars-kinds";

/** What two values are compared by. */
const comparisons: Record<string, string> = {
  eq: "==",
  neq: "!=",
  ne: "!=",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  includes: "contains",
  contains: "contains",
};
const junctions: Record<string, string> = { and: "and", or: "or" };

export const conditionNames: readonly string[] = [
  ...Object.keys(comparisons),
  ...Object.keys(junctions),
  "not",
];

const nothing: Expression = { kind: "literal", value: null };

/** Something that `{% if %}` takes, for a value or a comparison. */
export function conditionOf(expression: Expression, compiler: Compiler): string {
  const call = expression.kind === "call" ? expression : undefined;
  const name = call && call.params.length > 0 ? call.path.parts.join(".") : "";
  if (call && Object.hasOwn(comparisons, name)) return comparison(call, comparisons[name] ?? "==", compiler);
  if (call && Object.hasOwn(junctions, name)) {
    return call.params.map((each) => flag(each, compiler)).join(` ${junctions[name]} `);
  }
  if (call && name === "not") return `${flag(call.params[0] ?? nothing, compiler)} == false`;
  const value = compiler.value(expression);
  if (value.literal !== undefined) return value.literal ? "true" : "false";
  // Where Handlebars takes 0 and what is empty for false, Liquid does not.
  const atom = value.isAtom ? value.liquid : compiler.named(value);
  return `${atom} and ${atom} != 0 and ${atom}.size != 0`;
}

function comparison(
  { params: [left = nothing, right = nothing] }: Call,
  operator: string,
  compiler: Compiler,
): string {
  return `${compiler.atom(left)} ${operator} ${compiler.atom(right)}`;
}

/** True or false under a name, because Liquid has no brackets and reads from right to left. */
function flag(expression: Expression, compiler: Compiler): string {
  return compiler.named(filtered(conditionOf(expression, compiler)));
}
