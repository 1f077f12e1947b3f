import { Context, Drop, type Emitter, type Liquid } from "liquidjs";
import type { Randomness } from "../fake/randomness";
import { templateLimits } from "../template-limits";
import { Mistake } from "./mistake";
import { asText, type PlainObject } from "./plain-values";
import { words } from "./words";

/** What the texts of one answer share. */
export type Run = {
  random: Randomness;
  /** In ms. */
  now: number;
  /** What a template finds by name. */
  values: PlainObject;
  /** Characters that were printed, into captures as well. */
  printed: number;
  /** How long all texts may take together. */
  renderMs: number;
};

/** What loops say of themselves. Anything else of such an object is the engine's. */
const loopFields = new Set<unknown>(
  words("length name index index0 first last rindex rindex0 row col col0 col_first col_last"),
);

/** Where a template finds its values. Time is looked at whenever it reads one, because a tag may read many. */
export class TemplateContext extends Context {
  constructor(
    engine: Liquid,
    readonly run: Run,
    shared?: TemplateContext,
  ) {
    const limits = shared && { renderLimit: shared.renderLimit, memoryLimit: shared.memoryLimit };
    const options = {
      globals: run.values,
      sync: true,
      ownPropertyOnly: true,
      renderLimit: run.renderMs,
    };
    // `increment` and `decrement` write into the first object, so that is nobody's.
    super(Object.create(null), engine.options, options, { ...limits, liquid: engine });
  }

  checkTime(): void {
    this.renderLimit.check(performance.now());
  }

  override readProperty(...[object, key]: Parameters<Context["readProperty"]>): unknown {
    this.checkTime();
    if (object instanceof Drop && !loopFields.has(key)) return undefined;
    return super.readProperty(object, key);
  }
}

/** Collects what is printed, up to what an answer may have. */
export class BoundedEmitter implements Emitter {
  buffer = "";

  constructor(private readonly run: Run) {}

  write(value: unknown): void {
    const text = asText(value);
    this.run.printed += text.length;
    if (this.run.printed > templateLimits.bytesMax) throw tooLong();
    this.buffer += text;
  }
}

export const tooLong = () =>
  new Mistake(`The answer is longer than ${templateLimits.bytesMax / 1024 / 1024} MiB.`);
