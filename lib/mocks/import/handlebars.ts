import { templateLimits } from "../templates/template-limits";
import { LiquidWriter } from "./handlebars-compiler";
import { TemplateMistake } from "./handlebars-kinds";
import { parseHandlebars } from "./handlebars-parse";

export type LiquidText = {
  text: string;
  templated: boolean;
  /** What has no counterpart, each a short phrase: `{{setData}}`. Then the text is of no use. */
  problems: string[];
  /** What is not quite the same. */
  notes: string[];
};

/**
 * A template in the Handlebars of Mockoon or WireMock as one in our Liquid. What is no template is as it was.
 * @param parameters what WireMock's templates find in `parameters`
 */
export function toLiquid(template: string, parameters: Readonly<Record<string, unknown>> = {}): LiquidText {
  if (!template.includes("{{")) return { text: template, templated: false, problems: [], notes: [] };
  try {
    const writer = new LiquidWriter(parameters, /^\s*(?:[{[](?!\{)|\{\{#)/.test(template));
    writer.nodes(parseHandlebars(template));
    writer.flush();
    const { parts, problems, notes } = writer;
    const templated = parts.some(({ isMarkup }) => isMarkup);
    const text = templated ? joined(parts) : parts.map((part) => part.text).join("");
    return { text, templated, problems: [...problems], notes: [...notes] };
  } catch (error) {
    if (!(error instanceof TemplateMistake)) throw error;
    const plain = { text: template, templated: false };
    if (error.isTooMuch) return { ...plain, problems: [error.message], notes: [] };
    return { ...plain, problems: [], notes: [`It has \`{{\` and is no template, because ${error.message}.`] };
  }
}

/** A text as it has to stand in a template of ours to come out as it is. */
export const literally = (text: string): string => text.replace(/\{\{|\{%/g, (mark) => `{{ '${mark}' }}`);

function joined(parts: LiquidWriter["parts"]): string {
  const size = parts.reduce((sum, { text, isMarkup }) => sum + (isMarkup ? text.length : 0), 0);
  const isLarge = size > 0.9 * templateLimits.markupMax;
  return parts
    .map(({ text, isMarkup }, at) => {
      if (isMarkup) return isLarge ? compact(text) : text;
      const isInFront = at < parts.length - 1;
      // `{` and `{{ x }}` side by side would begin one brace too early.
      return isInFront && text.endsWith("{") ? `${literally(text.slice(0, -1))}{{ '{' }}` : literally(text);
    })
    .join("");
}

/** Without the spaces that only please the eye: what is allowed in all tags together is limited. */
const compact = (markup: string): string =>
  markup.replace(
    /('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|\s*([|:,])\s*|(\{\{|\{%) | (\}\}|%\})/g,
    (_, quoted: string | undefined, sign: string | undefined, opening: string | undefined, closing = "") =>
      quoted ?? sign ?? opening ?? closing,
  );
