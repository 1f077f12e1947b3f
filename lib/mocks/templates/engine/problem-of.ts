import { LiquidError, type Token } from "liquidjs";
import { templateLimits } from "../template-limits";
import { Mistake, quoted } from "./mistake";

/** A mistake in a template, and where it is, counted from 1. */
export type TemplateProblem = { message: string; line: number; column: number };

/** What an error while parsing or rendering means to whoever wrote the template. Nothing of our own code is in it. */
export function problemOf(error: unknown): TemplateProblem {
  const [line = 1, column = 1] = tokenOf(error)?.getPosition() ?? [];
  return { message: messageOf(error), line, column };
}

export const tooDeep = `Blocks and brackets can be nested in ${templateLimits.depthMax} levels.`;

function tokenOf(error: unknown): Token | undefined {
  if (error instanceof Mistake) return error.token;
  if (!LiquidError.is(error)) return undefined;
  return tokenOf(error.originalError) ?? error.token;
}

function messageOf(error: unknown): string {
  if (error instanceof Mistake) return error.message;
  if (!(error instanceof Error)) return unsaid;
  if (LiquidError.is(error)) {
    // Errors of the tokenizer have no cause, and their place at the end of their message.
    return error.originalError
      ? messageOf(error.originalError)
      : wording(error.message.replace(/, line:\d+, col:\d+$/, ""));
  }
  if (error instanceof RangeError && /call stack/.test(error.message)) return tooDeep;
  // The engine's own failures speak of our code.
  return error.name === "Error" || error.name === "AssertionError" ? wording(error.message) : unsaid;
}

const unsaid = "This can't be done with these values.";

function wording(message: string): string {
  for (const [pattern, say] of wordings) {
    const found = pattern.exec(message);
    if (found) return say(found[1] ?? "");
  }
  const sentence = message.slice(0, 300);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${/[.?]$/.test(sentence) ? "" : "."}`;
}

const fileTags = new Set(["include", "render", "layout", "block"]);
const inner = /^(end|else|elsif|when)/;

/** The engine's messages by their beginnings, and what they mean. */
const wordings: [RegExp, (found: string) => string][] = [
  [/^output "/, () => "`{{` is not closed: `}}` is missing."],
  [/^raw "/, () => "`{% raw %}` is not closed: `{% endraw %}` is missing."],
  [/^tag "([^"]*)" not found/, unknownTag],
  [/^tag "/, () => "`{%` is not closed: `%}` is missing."],
  [/^tag (\{%-?\s*(?:\w+)[\s\S]*) not closed$/, unclosed],
  [/^illegal (?:liquid )?tag syntax/, () => "A tag begins with its name, as in `{% if … %}`."],
  [/^invalid value expression: "(?:\||")/, () => "A value is missing."],
  [/^invalid value expression: "([\s\S]*)"$/, (found) => `${quoted(found)} is not a value.`],
  [/^unexpected token .*, value expected/, () => "A value is missing."],
  [/^unexpected character "([\s\S]*)"$/, misplaced],
  [/^unexpected "([\s\S]*)"$/, misplaced],
  [/^expected "\|"/, () => "`|` is missing in front of a filter."],
  [/^expected filter name/, () => "The name of a filter is missing after `|`."],
  [/^expected ":"/, () => "`:` is missing between a filter and its arguments."],
  [/^illegal tag: \{%-?\s*(\w+)/, (name) => `A loop is written \`{% ${name} item in list %}\`.`],
  [/^\[ not closed/, () => "`[` is not closed: `]` is missing."],
  [/^invalid range syntax/, () => "A range is written `(1..5)`."],
  [/^expected (?:variable name|"=")/, () => "This is written `{% assign name = value %}`."],
  [/^invalid capture name/, () => "This is written `{% capture name %}`."],
  [/^unexpected elsif after else/, () => "`{% elsif %}` can't come after `{% else %}`."],
  [/^duplicated else/, () => "There can be only one `{% else %}`."],
  [/^empty candidates/, () => "`{% cycle %}` needs values."],
  [/^template render limit/, () => `The template takes longer than ${templateLimits.renderMs} ms.`],
  [/^memory alloc limit/, () => "The template needs too much memory."],
  [/^(\w+) expect 2 arguments/, (name) => `The filter \`${name}\` needs an argument.`],
];

function unknownTag(name: string): string {
  if (fileTags.has(name)) return `There is no tag \`${name}\`: a template can't use other files.`;
  if (inner.test(name)) return `\`{% ${name} %}\` does not belong here.`;
  return `There is no tag ${quoted(name)}.`;
}

function unclosed(tag: string): string {
  const [name = ""] = /\w+/.exec(tag) ?? [];
  return `${quoted(tag)} is not closed: \`{% end${name} %}\` is missing.`;
}

function misplaced(text: string): string {
  return `${quoted(text)} does not belong here.`;
}
