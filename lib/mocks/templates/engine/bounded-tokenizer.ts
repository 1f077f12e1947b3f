import { evalToken, type Liquid, Token, Tokenizer, TokenKind, TypeGuards } from "liquidjs";
import { fakeNames } from "../fake/fake-names";
import { unknownName } from "../fake/nearest";
import { unknownFake } from "../filters/random-filters";
import { templateLimits } from "../template-limits";
import { Mistake, quoted } from "./mistake";
import { tooDeep } from "./problem-of";

type Read<Name extends "readFilteredValue" | "readFilter" | "readGroupOrRange"> = ReturnType<Tokenizer[Name]>;
type FilteredValue = Read<"readFilteredValue">;
type Filter = NonNullable<Read<"readFilter">>;

/** Reads templates as the engine does, within limits, and finds unknown names where they stand. */
export class BoundedTokenizer extends Tokenizer {
  #level = 0;
  #markup = 0;

  constructor(
    private readonly engine: Liquid,
    input: string,
    range: [number, number] = [0, input.length],
  ) {
    super(input, engine.options.operators, undefined, range);
  }

  override readTagToken(...[options]: Parameters<Tokenizer["readTagToken"]>) {
    return this.#counted(super.readTagToken(options));
  }

  override readOutputToken(...[options]: Parameters<Tokenizer["readOutputToken"]>) {
    return this.#counted(super.readOutputToken(options));
  }

  override readLiquidTagTokens(...[options]: Parameters<Tokenizer["readLiquidTagTokens"]>) {
    const tokens = super.readLiquidTagTokens(options);
    for (const token of tokens) {
      // Each of them would read the rest of the text again.
      if (token.name === "liquid") throw this.error("`liquid` can't stand in `liquid`.", token.begin);
      boundTokenizer(this.engine, token);
    }
    return tokens;
  }

  override readValue() {
    this.#level += 1;
    if (this.#level > templateLimits.depthMax) throw this.error(tooDeep);
    const value = super.readValue();
    this.#level -= 1;
    return value;
  }

  override readGroupOrRange(): FilteredValue | undefined {
    const range = super.readGroupOrRange();
    return range && "lhs" in range ? new BoundedRange(range.lhs, range.rhs, range) : range;
  }

  override readFilteredValue(): FilteredValue {
    const value = super.readFilteredValue();
    this.#checkOperands(value.initial.postfix);
    const [initial, ...more] = value.initial.postfix;
    const isQuoted = initial?.kind === TokenKind.Quoted && more.length === 0;
    if (isQuoted && value.filters[0]?.name === "fake") this.#checkFake(initial);
    return value;
  }

  override readFilter(): Filter | null {
    const filter = super.readFilter();
    if (filter && !this.engine.filters[filter.name]) {
      throw this.error(unknownName("filter", filter.name, Object.keys(this.engine.filters)), filter.begin);
    }
    return filter;
  }

  /** The engine takes the first of several values, and forgets the others. */
  #checkOperands(postfix: readonly Token[]): void {
    let values = 0;
    for (const token of postfix) {
      if (!TypeGuards.isOperatorToken(token)) values += 1;
      else if (token.operator !== "not") values -= 1;
      if (values < 1) throw this.error(`A value is missing at \`${token.getText()}\`.`, token.begin);
    }
    const last = postfix.findLast((token) => !TypeGuards.isOperatorToken(token));
    if (values > 1 && last) throw this.error(`${quoted(last.getText())} does not belong here.`, last.begin);
  }

  /** A name that stands there can be checked before anybody asks for the answer. */
  #checkFake(token: Token): void {
    const name = "content" in token ? String(token.content) : "";
    if (!fakeNames.has(name)) throw this.error(unknownFake(name), token.begin);
  }

  #counted<T extends Token>(token: T): T {
    this.#markup += token.size();
    if (this.#markup > templateLimits.markupMax) {
      const max = templateLimits.markupMax / 1024;
      throw this.error(`All \`{{ }}\` and \`{% %}\` together have at most ${max} KiB.`, token.begin);
    }
    return token;
  }
}

/** Gives a tag this reader instead of the engine's, at the same place. */
export function boundTokenizer(
  engine: Liquid,
  token: { input: string; contentRange: [number, number]; tokenizer: Tokenizer },
): void {
  const { p } = token.tokenizer;
  token.tokenizer = new BoundedTokenizer(engine, token.input, token.contentRange);
  token.tokenizer.p = p;
}

/**
 * `(1..5)`. The engine's own never ends beyond 2^53, where adding 1 changes nothing. This one stands for a value with
 * filters, because the engine asks such a token for its value.
 */
class BoundedRange extends Token implements FilteredValue {
  readonly filters = [];

  constructor(
    private readonly low: Token,
    private readonly high: Token,
    { input, begin, end }: Token,
  ) {
    super(TokenKind.FilteredValue, input, begin, end);
  }

  get initial(): FilteredValue["initial"] {
    return { evaluate: (context) => this.#numbers(context), postfix: [], valid: () => true };
  }

  *#numbers(context: Parameters<typeof evalToken>[1]): Generator<unknown, number[], unknown> {
    const low = Math.trunc(Number(yield evalToken(this.low, context)));
    const high = Math.trunc(Number(yield evalToken(this.high, context)));
    if (!(low <= high)) return [];
    const isCountable = Number.isSafeInteger(low) && Number.isSafeInteger(high);
    if (!isCountable || high - low >= templateLimits.rangeMax) {
      throw new Mistake(`A range has at most ${templateLimits.rangeMax} numbers.`, this);
    }
    return Array.from({ length: high - low + 1 }, (_, index) => low + index);
  }
}
