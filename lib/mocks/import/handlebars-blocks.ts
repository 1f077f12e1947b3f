import { templateLimits } from "../templates/template-limits";
import { conditionNames } from "./handlebars-conditions";
import {
  atomOf,
  type Block,
  type BlockHelper,
  type Compiler,
  type Expression,
  type Frame,
  filtered,
  type Node,
  quotedText,
  textOf,
} from "./handlebars-kinds";

const frame = (self?: string): Frame => ({
  ...(self !== undefined && { self }),
  data: new Map(),
  names: new Map(),
});

function inside(inner: Frame, compiler: Compiler, nodes: readonly Node[]): void {
  compiler.frames.push(inner);
  compiler.nodes(nodes);
  compiler.frames.pop();
}

/** What `{% if %}` and the like have in common. @param condition something of Liquid */
function branches(
  condition: string,
  { body, otherwise }: Pick<Block, "body" | "otherwise">,
  compiler: Compiler,
): void {
  compiler.tag(`{% if ${condition} %}`);
  compiler.nodes(body);
  if (otherwise.length > 0) {
    compiler.tag("{% else %}");
    compiler.nodes(otherwise);
  }
  compiler.tag("{% endif %}");
}

const ifBlock: BlockHelper = (block, compiler) => {
  const [condition] = block.call.params;
  if (condition) branches(compiler.condition(condition), block, compiler);
};

const unless: BlockHelper = (block, compiler) => {
  const [condition] = block.call.params;
  const turned = { body: block.otherwise, otherwise: block.body };
  if (condition) branches(compiler.condition(condition), turned, compiler);
};

const each: BlockHelper = ({ call, names, body, otherwise }, compiler) => {
  const [list] = call.params;
  if (!list) return;
  const source = compiler.atom(list);
  const item = compiler.freshName("item");
  // Of an object each round gets a name and a value.
  const isObject = mentionsKey(body) || names.length > 1;
  const inner = frame(isObject ? `${item}[1]` : item);
  inner.data.set("index", "forloop.index0").set("first", "forloop.first").set("last", "forloop.last");
  if (isObject) inner.data.set("key", `${item}[0]`);
  if (names[0]) inner.names.set(names[0], inner.self ?? item);
  if (names[1]) inner.names.set(names[1], `${item}[0]`);
  compiler.tag(`{% for ${item} in ${source} %}`);
  inside(inner, compiler, body);
  if (otherwise.length > 0) {
    compiler.tag("{% else %}");
    compiler.nodes(otherwise);
  }
  compiler.tag("{% endfor %}");
};

/** Loops in it have keys of their own, but then both are objects more often than not. */
function mentionsKey(nodes: readonly Node[]): boolean {
  const isKey = (expression: Expression): boolean => {
    if (expression.kind === "literal") return false;
    if (expression.kind === "path") return expression.isData && expression.parts[0] === "key";
    return [expression.path, ...expression.params, ...expression.hash.values()].some(isKey);
  };
  return nodes.some((node) => {
    if (node.kind === "text") return false;
    if (isKey(node.call)) return true;
    return (
      node.kind === "block" &&
      node.call.path.parts[0] !== "each" &&
      (mentionsKey(node.body) || mentionsKey(node.otherwise))
    );
  });
}

const withBlock: BlockHelper = ({ call, names, body, otherwise }, compiler) => {
  const [subject] = call.params;
  if (!subject) return;
  const self = compiler.named(compiler.value(subject));
  const inner = frame(self);
  if (names[0]) inner.names.set(names[0], self);
  compiler.tag(`{% if ${self} %}`);
  inside(inner, compiler, body);
  if (otherwise.length > 0) {
    compiler.tag("{% else %}");
    compiler.nodes(otherwise);
  }
  compiler.tag("{% endif %}");
};

const repeat: BlockHelper = ({ call, body }, compiler) => {
  const [least, most] = call.params;
  if (!least) return;
  const comma = call.hash.get("comma");
  const isJoined = !(comma?.kind === "literal" && comma.value === false);
  const counts = [least, ...(most ? [most] : [])].map((count) => {
    if (count.kind !== "literal" || !(Number(count.value) > templateLimits.roundsMax))
      return compiler.atom(count);
    compiler.note(`\`repeat\` makes ${templateLimits.roundsMax} rounds at most.`);
    return String(templateLimits.roundsMax);
  });
  const inner = frame();
  inner.data.set("index", "repeat.index0").set("first", "repeat.first").set("last", "repeat.last");
  compiler.tag(`{% repeat ${counts.join(", ")}${isJoined ? ", separator: ','" : ""} %}`);
  inside(inner, compiler, body);
  compiler.tag("{% endrepeat %}");
};

const switchBlock: BlockHelper = ({ call, body }, compiler) => {
  const [subject] = call.params;
  if (!subject) return;
  const cases = body.filter((node): node is Block => node.kind === "block");
  const named = (name: string) => cases.filter((node) => node.call.path.parts.join(".") === name);
  const values = named("case").map((node) => ({
    node,
    values: node.call.params.map((each) => compiler.atom(each)),
  }));
  compiler.tag(`{% case ${compiler.atom(subject)} %}`);
  for (const { node, values: wanted } of values) {
    compiler.tag(`{% when ${wanted.join(", ") || "nil"} %}`);
    compiler.nodes(node.body);
  }
  const [otherwise] = named("default");
  if (otherwise) {
    compiler.tag("{% else %}");
    compiler.nodes(otherwise.body);
  }
  compiler.tag("{% endcase %}");
};

/** What a block prints becomes a value. */
function captured(body: readonly Node[], compiler: Compiler): string {
  const name = compiler.freshName("text");
  compiler.tag(`{% capture ${name} %}`);
  compiler.nodes(body);
  compiler.tag("{% endcapture %}");
  return name;
}

const parseJson: BlockHelper = ({ call, body }, compiler) => {
  const text = captured(body, compiler);
  const name = textOf(call.params[0]);
  const value = filtered(`${text} | parse_json`);
  if (name !== undefined) compiler.variables.set(name, compiler.named(value));
  else compiler.tag(`{{ ${value.liquid} }}`);
};

const assign: BlockHelper = ({ call, body }, compiler) => {
  compiler.variables.set(textOf(call.params[0]) ?? "", captured(body, compiler));
};

/** Blocks that change the text that they print. */
const changed =
  (filter: string): BlockHelper =>
  ({ body }, compiler) =>
    compiler.tag(`{{ ${atomOf(captured(body, compiler)).liquid} | ${filter} }}`);

const compared: BlockHelper = (block, compiler) => branches(compiler.condition(block.call), block, compiler);

export const blockHelpers: Record<string, BlockHelper> = {
  ...Object.fromEntries(conditionNames.map((name): [string, BlockHelper] => [name, compared])),
  if: ifBlock,
  unless,
  each,
  with: withBlock,
  repeat,
  switch: switchBlock,
  parseJson,
  assign,
  trim: changed("strip"),
  uppercase: changed("upcase"),
  lowercase: changed("downcase"),
  base64: changed("base64_encode"),
  formatJson: changed(`parse_json | json: ${quotedText("2")}`),
};
