/** What stands in the braces of Handlebars. */
export type Literal = string | number | boolean | null;
export type Expression = { kind: "literal"; value: Literal } | Path | Call;

/** `user.name`, `../name`, `@index` or `this`. */
export type Path = {
  kind: "path";
  parts: string[];
  /** How many blocks further out: one for each `../`. */
  up: number;
  /** With an `@` in front. */
  isData: boolean;
  /** With `this` in front, so that it is no helper. */
  isOwn: boolean;
};

/** A name with what it is given. Without that it may be a helper or a value. */
export type Call = { kind: "call"; path: Path; params: Expression[]; hash: Map<string, Expression> };

export type Block = {
  kind: "block";
  call: Call;
  /** `as |item index|` */
  names: string[];
  body: Node[];
  otherwise: Node[];
};
export type Node = { kind: "text"; text: string } | { kind: "output"; call: Call } | Block;

/** Why a text is no Handlebars. */
export class TemplateMistake extends Error {
  override readonly name = "TemplateMistake";

  constructor(
    message: string,
    /** It is Handlebars, but of a kind that is not read here. */
    readonly isTooMuch = false,
  ) {
    super(message);
  }
}

/** Something of Liquid: a value with filters, or one that can itself be the argument of a filter. */
export type Value = {
  liquid: string;
  isAtom: boolean;
  literal?: Literal;
  /** Whether it is any value of a JSON document, rather than a text. */
  isJson?: boolean;
};

/** A value that names look into: the item of a loop, or what a block is about. */
export type Frame = {
  /** What `this` is; undefined where it is what it is further out. */
  self?: string;
  /** What `@index`, `@key` and their like are. */
  data: Map<string, string>;
  /** Names of the block's own. */
  names: Map<string, string>;
};

/** Writes Liquid for what it reads, and says what it can't write. */
export type Compiler = {
  frames: Frame[];
  /** Names that the template itself has given to values. */
  variables: Map<string, string>;
  parameters: Readonly<Record<string, unknown>>;
  value(expression: Expression): Value;
  /** The same as an argument of a filter may be: what takes filters gets a name first. */
  atom(expression: Expression): string;
  /** A name for a value that was just made. */
  named(value: Value): string;
  /** Something that `{% if %}` takes. */
  condition(expression: Expression): string;
  nodes(nodes: readonly Node[]): void;
  tag(markup: string): void;
  /** A name that no other value has. */
  freshName(stem: string): string;
  problem(message: string): Value;
  note(message: string): void;
};

export type Helper = (call: Call, compiler: Compiler) => Value | undefined;
export type BlockHelper = (block: Block, compiler: Compiler) => void;

export const atomOf = (liquid: string): Value => ({ liquid, isAtom: true });
export const filtered = (liquid: string): Value => ({ liquid, isAtom: false });

/** A literal of Liquid. */
export function quotedText(text: string): string {
  const escaped = text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
  if (!escaped.includes("'")) return `'${escaped}'`;
  return escaped.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`;
}
const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

export function literalValue(literal: Literal): Value {
  const liquid =
    typeof literal === "string" ? quotedText(literal) : literal === null ? "nil" : plain(literal);
  return { liquid, isAtom: true, literal };
}

/** Liquid knows no exponents. */
const plain = (literal: number | boolean) =>
  typeof literal === "number" && !Number.isInteger(literal)
    ? literal.toFixed(20).replace(/0+$/, "")
    : String(literal);

/** What an expression is if it is fixed. */
export const literalOf = (expression: Expression | undefined): Literal | undefined =>
  expression?.kind === "literal" ? expression.value : undefined;

export function textOf(expression: Expression | undefined): string | undefined {
  const literal = literalOf(expression);
  return literal === undefined ? undefined : String(literal);
}
