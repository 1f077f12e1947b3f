import { defaultOperators, Liquid, type Template } from "liquidjs";
import { lazily } from "@/lib/platform/singleton";
import { checkSearch, takeFilters } from "../filters/template-filters";
import { templateLimits } from "../template-limits";
import { asText } from "./plain-values";
import { BoundedEmitter, type TemplateContext } from "./template-context";
import { TemplateParser } from "./template-parser";
import { takeTags } from "./template-tags";

export const templateEngine = lazily(makeEngine);

/** @throws what `problemOf` says in words */
export const parseTemplate = (text: string): Template[] => new TemplateParser(templateEngine()).parse(text);

function makeEngine(): Liquid {
  const engine = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    // There are no files, whatever asks for one.
    templates: {},
    operators: { ...defaultOperators, contains },
    parseLimit: templateLimits.lengthMax,
    memoryLimit: templateLimits.memoryMax,
    locale: "en-US",
  });
  takeTags(engine);
  takeFilters(engine);
  boundCaptures(engine);
  return engine;
}

const contains: (typeof defaultOperators)[string] = (left: unknown, right: unknown, context) => {
  if (typeof left === "string") checkSearch(left, asText(right));
  return defaultOperators.contains?.(left, right, context) ?? false;
};

/** What is captured counts as printed, too: the engine collects it without an end. */
function boundCaptures({ renderer }: Liquid): void {
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter) =>
    render(templates, context, emitter ?? new BoundedEmitter((context as TemplateContext).run));
}
