import {
  type Context,
  type Emitter,
  type Liquid,
  type Output,
  Parser,
  type Template,
  type TopLevelToken,
  TypeGuards,
  Value,
} from "liquidjs";
import { templateLimits } from "../template-limits";
import { BoundedTokenizer, boundTokenizer } from "./bounded-tokenizer";
import { Mistake } from "./mistake";
import { tooDeep } from "./problem-of";

/** Parses a template in a time that grows with its length, which the engine's own parser does not warrant. */
export class TemplateParser extends Parser {
  #level = 0;

  constructor(private readonly engine: Liquid) {
    super(engine);
  }

  /** @throws {Mistake} or an error of the engine; `problemOf` says what it means */
  override parse(text: string): Template[] {
    if (text.length > templateLimits.lengthMax) {
      throw new Mistake(`A template has at most ${templateLimits.lengthMax / 1024} KiB.`);
    }
    const tokens = new BoundedTokenizer(this.engine, text).readTopLevelTokens(this.engine.options);
    for (const token of tokens) {
      if (TypeGuards.isTagToken(token)) boundTokenizer(this.engine, token);
    }
    return this.parseTokens(tokens);
  }

  override parseTokens(tokens: TopLevelToken[]): Template[] {
    return super.parseTokens(new TokenQueue(tokens) as unknown as TopLevelToken[]);
  }

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser["parseToken"]> {
    if (TypeGuards.isTagToken(token) && this.#level >= templateLimits.depthMax)
      throw new Mistake(tooDeep, token);
    this.#level += 1;
    const template = TypeGuards.isOutputToken(token)
      ? (new Printed(token, this.engine) as Template as Output)
      : super.parseToken(token, rest);
    this.#level -= 1;
    return template;
  }
}

/** What tags take their tokens from. Taking the first one of an array moves all others, for long arrays. */
class TokenQueue {
  #next = 0;

  constructor(private readonly tokens: readonly TopLevelToken[]) {}

  get length(): number {
    return this.tokens.length - this.#next;
  }

  shift(): TopLevelToken | undefined {
    const token = this.tokens[this.#next];
    if (token) this.#next += 1;
    return token;
  }
}

type OutputToken = Extract<TopLevelToken, { content: string }>;

/** `{{ value | filter }}`, read by our reader. */
class Printed implements Template {
  readonly #value: Value;

  constructor(
    readonly token: OutputToken,
    engine: Liquid,
  ) {
    const tokenizer = new BoundedTokenizer(engine, token.input, token.contentRange);
    this.#value = new Value(tokenizer.readFilteredValue(), engine);
  }

  *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    emitter.write(yield this.#value.value(context, false));
  }
}
