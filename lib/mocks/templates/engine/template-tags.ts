import { type Context, type Liquid, Tag, type TagToken, type TopLevelToken, Value } from "liquidjs";
import { Mistake } from "./mistake";
import { asText } from "./plain-values";
import { RepeatTag } from "./repeat-tag";
import type { TemplateContext } from "./template-context";
import { words } from "./words";

/** Of the engine's own tags all but those that use other files. */
const kept = new Set(
  words(`
    assign break capture case comment continue cycle decrement echo for if increment liquid raw
    tablerow unless
  `),
);

export function takeTags(engine: Liquid): void {
  for (const name of Object.keys(engine.tags)) if (!kept.has(name)) delete engine.tags[name];
  engine.registerTag("#", NoteTag);
  engine.registerTag("seed", SeedTag);
  engine.registerTag("repeat", RepeatTag);
}

/** `{% # a note %}`. The engine's own looks for lines without `#` in a way that takes minutes for many empty ones. */
class NoteTag extends Tag {
  constructor(token: TagToken, tokens: TopLevelToken[], engine: Liquid) {
    super(token, tokens, engine);
    const [, ...lines] = token.args.split("\n");
    if (lines.some((line) => !/^(?:#|$)/.test(line.trimStart()))) {
      throw new Mistake("Every line of a note begins with `#`.", token);
    }
  }

  render(): void {}
}

/** `{% seed request.params.id %}`: the same random values follow the same seed. */
class SeedTag extends Tag {
  readonly #value: Value;

  constructor(token: TagToken, tokens: TopLevelToken[], engine: Liquid) {
    super(token, tokens, engine);
    this.#value = new Value(this.tokenizer.readFilteredValue(), engine);
  }

  *render(context: Context): Generator<unknown, void, unknown> {
    const { random, now } = (context as TemplateContext).run;
    random.seed(asText(yield this.#value.value(context, false)), now);
  }
}
