import { ExpressionReader } from "./handlebars-expressions";
import { type Block, type Node, TemplateMistake } from "./handlebars-kinds";
import { type Token, tokensOf } from "./handlebars-tokens";

/** Blocks in blocks. */
const depthMax = 40;

type Open = Block & {
  isInverted: boolean;
  /** Whether what comes now belongs to `{{else}}`. */
  isOtherwise: boolean;
  /** An `{{else if}}` is a block of its own that ends with the one around it. */
  isChained: boolean;
};

/** The tree of a template. @throws {TemplateMistake} */
export function parseHandlebars(template: string): Node[] {
  const root: Node[] = [];
  const open: Open[] = [];
  const add = (node: Node) => {
    const block = open.at(-1);
    (block ? (block.isOtherwise ? block.otherwise : block.body) : root).push(node);
  };
  const begin = (token: Tag, { isChained, isInverted }: { isChained: boolean; isInverted: boolean }) => {
    if (open.length >= depthMax) throw new TemplateMistake("blocks that are nested too deeply", true);
    const { call, names } = new ExpressionReader(template, token.begin, token.end).tag();
    const block: Open = {
      kind: "block",
      call,
      names,
      body: [],
      otherwise: [],
      isInverted,
      isOtherwise: isInverted,
      isChained,
    };
    add(block);
    open.push(block);
  };
  for (const token of tokensOf(template)) {
    if (token.kind === "text") add(token);
    if (token.kind !== "tag") continue;
    const reader = new ExpressionReader(template, token.begin, token.end);
    if (token.sigil === "") add({ kind: "output", call: reader.tag().call });
    else if (token.sigil === "/") close(open, template.slice(token.begin, token.end).trim());
    else if (token.sigil !== "else") begin(token, { isChained: false, isInverted: token.sigil === "^" });
    else {
      const block = open.at(-1);
      if (!block) throw new TemplateMistake("`{{else}}` stands outside of a block");
      block.isOtherwise = !block.isInverted;
      if (!reader.isAtEnd()) begin(token, { isChained: true, isInverted: false });
    }
  }
  if (open.length > 0) throw new TemplateMistake(`\`{{#${nameOf(open.at(-1))}}}\` is not closed`);
  return root;
}

type Tag = Extract<Token, { kind: "tag" }>;

function close(open: Open[], name: string): void {
  let block = open.pop();
  while (block?.isChained) block = open.pop();
  if (block && nameOf(block) === name) return;
  throw new TemplateMistake(`\`{{/${name.slice(0, 40)}}}\` closes no block`);
}

const nameOf = (block: Block | undefined) => block?.call.path.parts.join(".") ?? "";
