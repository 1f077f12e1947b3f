import {
  type Context,
  type Emitter,
  evalToken,
  Hash,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type Token,
  type TopLevelToken,
  TypeGuards,
  Value,
} from "liquidjs";
import { templateLimits } from "../template-limits";
import { Mistake } from "./mistake";
import { asText, plainObject } from "./plain-values";
import type { TemplateContext } from "./template-context";

/** How often, and with what between the rounds. */
type Rounds = { least: Value | Token; most?: Token | undefined; separator?: Token | undefined };

/**
 * `{% repeat 3, separator: "," %}…{% endrepeat %}`, or `{% repeat 1, 5 %}` for one of these numbers. In it,
 * `repeat.index` and its like say which round it is.
 */
export class RepeatTag extends Tag {
  readonly #rounds: Rounds;
  readonly #templates: Template[] = [];

  constructor(token: TagToken, tokens: TopLevelToken[], engine: Liquid, parser: Parser) {
    super(token, tokens, engine);
    this.#rounds = this.#readRounds();
    for (let next = tokens.shift(); next; next = tokens.shift()) {
      if (TypeGuards.isTagToken(next) && next.name === "endrepeat") return;
      this.#templates.push(parser.parseToken(next, tokens));
    }
    throw new Mistake("`{% repeat %}` is not closed: `{% endrepeat %}` is missing.", token);
  }

  *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const length = yield* this.#count(context as TemplateContext);
    const separator = asText(yield evalToken(this.#rounds.separator, context));
    const scope = Object.create(null);
    context.push(scope);
    for (let round = 0; round < length; round += 1) {
      if (round > 0) emitter.write(separator);
      scope.repeat = Object.assign(plainObject(), {
        index: round + 1,
        index0: round,
        first: round === 0,
        last: round === length - 1,
        length,
      });
      context.continueCalled = false;
      context.breakCalled = false;
      yield this.liquid.renderer.renderTemplates(this.#templates, context, emitter);
      if (context.breakCalled) break;
    }
    context.continueCalled = false;
    context.breakCalled = false;
    context.pop();
  }

  *#count(context: TemplateContext): Generator<unknown, number, unknown> {
    const { least, most } = this.#rounds;
    const first = checked(
      yield least instanceof Value ? least.value(context) : evalToken(least, context),
      this.token,
    );
    if (!most) return first;
    const last = checked(yield evalToken(most, context), this.token);
    return context.run.random.int(Math.min(first, last), Math.max(first, last));
  }

  #readRounds(): Rounds {
    const { tokenizer } = this;
    const begin = tokenizer.p;
    const least = tokenizer.readValue();
    if (!least) throw new Mistake("`repeat` needs a number, as in `{% repeat 3 %}`.", this.token);
    checkNumber(least);
    tokenizer.skipBlank();
    if (tokenizer.peek() === "|") {
      tokenizer.p = begin;
      return this.#readFilteredRounds();
    }
    const most = this.#readMost();
    const { separator, ...others } = new Hash(tokenizer).hash;
    if (!tokenizer.end() || Object.keys(others).length > 0) {
      throw new Mistake('`repeat` is written `{% repeat 1, 5, separator: "," %}`.', this.token);
    }
    return { least, most, separator };
  }

  #readMost(): Token | undefined {
    const { tokenizer } = this;
    if (tokenizer.end() || /^,?\s*\w+\s*:/.test(tokenizer.remaining())) return undefined;
    if (tokenizer.peek() === ",") tokenizer.advance();
    const most = tokenizer.readValue();
    if (most) checkNumber(most);
    tokenizer.skipBlank();
    return most;
  }

  /** The last filter takes the separator for an argument of its own. */
  #readFilteredRounds(): Rounds {
    const value = this.tokenizer.readFilteredValue();
    const args = value.filters.at(-1)?.args ?? [];
    const index = args.findIndex((arg) => Array.isArray(arg) && arg[0] === "separator");
    const [taken] = index < 0 ? [] : args.splice(index, 1);
    return { least: new Value(value, this.liquid), separator: Array.isArray(taken) ? taken[1] : undefined };
  }
}

function checkNumber(token: Token): void {
  if (TypeGuards.isNumberToken(token)) checked(token.content, token);
}

/** What is no number, such as a parameter that is missing, is no round. */
function checked(value: unknown, token: Token): number {
  const number = Math.floor(Number(asText(value)));
  if (number > templateLimits.roundsMax) {
    throw new Mistake(`\`repeat\` makes at most ${templateLimits.roundsMax} rounds.`, token);
  }
  return Math.max(number || 0, 0);
}
