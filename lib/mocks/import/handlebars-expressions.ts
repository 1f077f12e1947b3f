import { type Call, type Expression, type Literal, type Path, TemplateMistake } from "./handlebars-kinds";

const depthMax = 30;
const blank = /\s+/y;
const string = /"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'/y;
const number = /-?\d+(?:\.\d+)?(?=[\s)}~=|]|$)/y;
const word = /(?:true|false|null|undefined)(?=[\s)}~]|$)/y;
const hashName = /([^\s!"#%&'()*+,./;<=>@[\\\]^`{|}~]+|\[[^\]]*\])\s*=(?!=)\s*/y;
const segment = /\[([^\]]*)\]|([^\s!"#%&'()*+,./;<=>@[\\\]^`{|}~]+)/y;
const names = /as\s+\|([^|]*)\|/y;

/** Reads what stands in a tag, from one place of a template to another. */
export class ExpressionReader {
  #depth = 0;

  constructor(
    private readonly text: string,
    private at: number,
    private readonly end: number,
  ) {}

  /** The whole of it. @throws {TemplateMistake} */
  tag(): { call: Call; names: string[] } {
    const call = this.#call();
    const [, list] = this.#take(names) ?? [];
    if (!this.isAtEnd()) throw this.#mistake();
    return { call, names: list?.trim().split(/\s+/) ?? [] };
  }

  isAtEnd(): boolean {
    this.#take(blank);
    return this.at >= this.end;
  }

  /** A name with its arguments, up to the end or a bracket. */
  #call(): Call {
    const callee = this.#expression();
    const path: Path =
      callee.kind === "path"
        ? callee
        : {
            kind: "path",
            parts: [callee.kind === "literal" ? String(callee.value) : ""],
            up: 0,
            isData: false,
            isOwn: false,
          };
    const call: Call = { kind: "call", path, params: [], hash: new Map() };
    if (callee.kind === "call") return callee;
    for (;;) {
      this.#take(blank);
      if (this.at >= this.end || this.text[this.at] === ")" || this.#sees(names)) return call;
      const [, name] = this.#take(hashName) ?? [];
      if (name !== undefined) call.hash.set(name.replace(/^\[|\]$/g, ""), this.#expression());
      else call.params.push(this.#expression());
    }
  }

  #expression(): Expression {
    this.#take(blank);
    if (this.text[this.at] === "(") return this.#group();
    const [quoted, double, single] = this.#take(string) ?? [];
    if (quoted !== undefined) return literal((double ?? single ?? "").replace(/\\(["'\\])/g, "$1"));
    const [digits] = this.#take(number) ?? [];
    if (digits !== undefined) return literal(Number(digits));
    const [known] = this.#take(word) ?? [];
    if (known !== undefined) return literal(words[known] ?? null);
    return this.#path();
  }

  #group(): Expression {
    this.#depth += 1;
    if (this.#depth > depthMax) throw new TemplateMistake("brackets that are nested too deeply", true);
    this.at += 1;
    const call = this.#call();
    if (this.text[this.at] !== ")" || this.at >= this.end) throw this.#mistake();
    this.at += 1;
    this.#depth -= 1;
    return call;
  }

  #path(): Path {
    const path: Path = { kind: "path", parts: [], up: 0, isData: false, isOwn: false };
    const begin = this.at;
    if (this.text[this.at] === "@") {
      path.isData = true;
      this.at += 1;
    }
    for (;;) {
      if (this.text.startsWith("..", this.at)) {
        path.up += 1;
        this.at += 2;
      } else if (this.#isDot()) {
        path.isOwn = true;
        this.at += 1;
      } else {
        const [whole, bracketed, name] = this.#take(segment) ?? [];
        if (whole === undefined) break;
        if (name === "this" && path.parts.length === 0) path.isOwn = true;
        else path.parts.push(bracketed ?? name ?? "");
      }
      if (!/[./]/.test(this.text[this.at] ?? "") || this.at >= this.end) break;
      // `request.path.[1]`, as `request.path[1]` is not written.
      if (!this.text.startsWith("..", this.at)) this.at += 1;
    }
    if (this.at === begin) throw this.#mistake();
    return path;
  }

  /** A `.` that is no separator: the thing itself. */
  #isDot(): boolean {
    return this.text[this.at] === "." && !/[^\s)}~/]/.test(this.text[this.at + 1] ?? " ");
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found || pattern.lastIndex > this.end) return null;
    this.at = pattern.lastIndex;
    return found;
  }

  #sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  #mistake(): TemplateMistake {
    const shown = this.text.slice(this.at, Math.min(this.at + 20, this.end)).trim();
    return new TemplateMistake(
      shown === "" ? "an expression is missing" : `it has \`${shown}\` where it can't be`,
    );
  }
}

const literal = (value: Literal): Expression => ({ kind: "literal", value });
const words: Record<string, Literal> = { true: true, false: false };
