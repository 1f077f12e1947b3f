import { blockHelpers } from "./handlebars-blocks";
import { conditionNames, conditionOf } from "./handlebars-conditions";
import {
  atomOf,
  type Block,
  type Call,
  type Compiler,
  type Expression,
  type Frame,
  filtered,
  type Helper,
  literalValue,
  type Node,
  type Path,
  type Value,
} from "./handlebars-kinds";
import { momentHelpers } from "./handlebars-moments";
import { randomHelpers } from "./handlebars-random";
import { fieldOf, requestHelpers, requestValue } from "./handlebars-requests";
import { valueHelpers } from "./handlebars-values";

const helpers: Readonly<Record<string, Helper>> = {
  ...momentHelpers,
  ...valueHelpers,
  ...randomHelpers,
  ...requestHelpers,
};
const conditions = new Set(conditionNames);
const nothing = literalValue("");

/** What stands around a value of JSON that is printed bare. */
const valuePlace = /(?:"\s*:|[:[,{]\s*\[)\s*$/;

/** Writes Liquid for a template in Handlebars. */
export class LiquidWriter implements Compiler {
  readonly frames: Frame[] = [];
  readonly variables = new Map<string, string>();
  readonly problems = new Set<string>();
  readonly notes = new Set<string>();
  /** Texts and markup in turn. */
  readonly parts: { text: string; isMarkup: boolean }[] = [];
  #names = 0;
  #text: string[] = [];

  constructor(
    readonly parameters: Readonly<Record<string, unknown>>,
    private readonly isJson: boolean,
  ) {}

  nodes(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (node.kind === "text") this.#text.push(node.text);
      else if (node.kind === "output") this.#output(node.call);
      else this.#block(node);
    }
  }

  tag(markup: string): void {
    this.flush();
    this.parts.push({ text: markup, isMarkup: true });
  }

  flush(): void {
    if (this.#text.length > 0) this.parts.push({ text: this.#text.join(""), isMarkup: false });
    this.#text = [];
  }

  value(expression: Expression): Value {
    if (expression.kind === "literal") return literalValue(expression.value);
    if (expression.kind === "path") return this.#ofPath(expression);
    return this.#called(expression) ?? nothing;
  }

  atom(expression: Expression): string {
    const value = this.value(expression);
    return value.isAtom ? value.liquid : this.named(value);
  }

  named({ liquid }: Value): string {
    const name = this.freshName("value");
    this.tag(`{% assign ${name} = ${liquid} %}`);
    return name;
  }

  condition(expression: Expression): string {
    return conditionOf(expression, this);
  }

  freshName(stem: string): string {
    this.#names += 1;
    return `${stem}${this.#names}`;
  }

  problem(message: string): Value {
    this.problems.add(message);
    return nothing;
  }

  note(message: string): void {
    this.notes.add(message);
  }

  #output(call: Call): void {
    const isBare = this.isJson && valuePlace.test(this.#textBefore());
    const value = this.#called(call);
    if (!value) return;
    if (typeof value.literal === "string") this.#text.push(value.literal);
    else if (value.literal !== undefined) this.#text.push(String(value.literal ?? ""));
    else this.tag(`{{ ${value.liquid}${value.isJson && isBare ? " | json" : ""} }}`);
  }

  /** The end of what is in front, as far as it matters. */
  #textBefore(): string {
    const last = this.#text.at(-1) ?? this.parts.at(-1);
    return (typeof last === "string" ? last : last?.isMarkup ? "" : (last?.text ?? "")).slice(-50);
  }

  #called(call: Call): Value | undefined {
    const { path, params, hash } = call;
    const name = path.parts.join(".");
    if (params.length > 0 || hash.size > 0) {
      if (conditions.has(name) && params.length > 0)
        return atomOf(this.named(filtered(this.condition(call))));
      const helper = this.#helper(path);
      return helper ? helper(call, this) : this.problem(`\`{{${name.slice(0, 60)}}}\``);
    }
    const helper = this.#helper(path);
    const isHidden = path.isOwn || this.#known(path.parts[0] ?? "") !== undefined;
    return helper && !isHidden ? helper(call, this) : this.#ofPath(path);
  }

  #helper({ parts: [name = "", ...rest], up, isData }: Path): Helper | undefined {
    return rest.length === 0 && up === 0 && !isData && Object.hasOwn(helpers, name)
      ? helpers[name]
      : undefined;
  }

  #ofPath(path: Path): Value {
    if (path.isData) return this.#ofData(path);
    const [first, ...rest] = path.parts;
    const self = this.#self(path.up);
    if (first === undefined) return self ? value(self, []) : this.problem("`{{this}}` outside of a block");
    if (path.up === 0 && !path.isOwn) {
      const known = this.#known(first);
      if (known) return value(known, rest);
      if (first === "request") return requestValue(rest, this);
      if (first === "parameters") return this.#parameter(rest);
    }
    if (self) return value(self, path.parts);
    const helper = this.#helper(path);
    if (helper) return helper({ kind: "call", path, params: [], hash: new Map() }, this) ?? nothing;
    this.note(`\`{{${path.parts.join(".").slice(0, 60)}}}\` has no value, so nothing stands in its place.`);
    return nothing;
  }

  #ofData({ parts: [first = "", ...rest], up }: Path): Value {
    if (first === "root") {
      const known = this.variables.get(rest[0] ?? "");
      return known
        ? value(known, rest.slice(1))
        : this.problem(`\`{{@root.${rest.join(".").slice(0, 50)}}}\``);
    }
    const frames = this.frames.slice(0, this.frames.length - up);
    const found =
      frames.findLast(({ data }) => data.has(first))?.data.get(first) ?? this.variables.get(first);
    return found ? value(found, rest) : this.problem(`\`{{@${first.slice(0, 50)}}}\``);
  }

  #known(name: string): string | undefined {
    return this.frames.findLast(({ names }) => names.has(name))?.names.get(name) ?? this.variables.get(name);
  }

  /** What `this` is so many blocks further out. */
  #self(up: number): string | undefined {
    const loops = this.frames.filter(({ self }) => self !== undefined);
    return loops[loops.length - 1 - up]?.self;
  }

  #parameter(parts: readonly string[]): Value {
    let found: unknown = this.parameters;
    for (const part of parts) {
      const isThere = typeof found === "object" && found !== null && Object.hasOwn(found, part);
      found = isThere ? (found as Record<string, unknown>)[part] : undefined;
    }
    if (found === undefined || found === null) return nothing;
    if (typeof found === "object")
      return atomOf(this.named(filtered(`${literalValue(JSON.stringify(found)).liquid} | parse_json`)));
    return literalValue(found as string | number | boolean);
  }

  #block(block: Block): void {
    const name = block.call.path.parts.join(".");
    const isPlain = block.call.params.length === 0 && block.call.hash.size === 0;
    const helper = Object.hasOwn(blockHelpers, name) ? blockHelpers[name] : undefined;
    if (helper) helper(block, this);
    // `{{#name}}…{{/name}}` and `{{^name}}…{{/name}}` are conditions where they are no loops.
    else if (isPlain && this.#known(block.call.path.parts[0] ?? "")) {
      blockHelpers.if?.({ ...block, call: { ...block.call, params: [block.call.path] } }, this);
    } else this.problem(`\`{{#${name.slice(0, 60)}}}\``);
  }
}

const value = (object: string, fields: readonly string[]): Value => ({
  ...atomOf(fields.reduce(fieldOf, object)),
  isJson: true,
});
