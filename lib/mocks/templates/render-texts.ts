import { type Template, toValueSync } from "liquidjs";
import { problemOf } from "./engine/problem-of";
import { BoundedEmitter, type Run, TemplateContext, tooLong } from "./engine/template-context";
import { templateEngine } from "./engine/template-engine";
import type { Randomness } from "./fake/randomness";
import type { RenderInput, RenderOutput } from "./render-program";
import { templateValues } from "./template-data";
import { templateLimits } from "./template-limits";

/**
 * Renders templates one after the other. They share time, memory and what is random, and no variables.
 * @param renderMs how long all may take together; only tests have less time
 */
export function renderTexts(
  { templates, data, seed, now, counter }: RenderInput,
  random: Randomness,
  parse: (text: string) => Template[],
  renderMs: number = templateLimits.renderMs,
): RenderOutput {
  const texts: string[] = [];
  try {
    random.seed(seed, now);
    const values = templateValues(data, { now, counter, random });
    const run: Run = { random, now, values, printed: 0, renderMs };
    let context: TemplateContext | undefined;
    for (const template of templates) {
      context = new TemplateContext(templateEngine(), run, context);
      texts.push(renderText(parse(template), context));
    }
    if (bytesOf(texts) > templateLimits.bytesMax) throw tooLong();
    return { texts };
  } catch (error) {
    const { message, line, column } = problemOf(error);
    return { problem: `Line ${line}, column ${column}: ${message}`, template: texts.length };
  }
}

function renderText(template: Template[], context: TemplateContext): string {
  const emitter = new BoundedEmitter(context.run);
  toValueSync(templateEngine().renderer.renderTemplates(template, context, emitter));
  return emitter.buffer;
}

const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
