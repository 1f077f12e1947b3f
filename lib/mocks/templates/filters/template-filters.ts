import { filters as builtin, type FilterImplOptions, type Liquid } from "liquidjs";
import { Mistake } from "../engine/mistake";
import { asText, checkWeight } from "../engine/plain-values";
import { words } from "../engine/words";
import { templateLimits } from "../template-limits";
import { dateFilters } from "./date-filters";
import type { FilterPlace, TemplateFilter, TemplateFilters } from "./filter";
import { listFilters } from "./list-filters";
import { randomFilters } from "./random-filters";
import { valueFilters } from "./value-filters";

/** Of the engine's own filters those that do nothing but make values of values; none that reads a text as a template. */
const kept = words(`
  abs append array_to_sentence_string at_least at_most base64_decode base64_encode capitalize ceil
  cgi_escape compact concat default divided_by downcase escape escape_once first floor hmac_sha256
  join last lstrip map minus modulo newline_to_br normalize_whitespace number_of_words plus pop
  prepend push raw remove remove_first remove_last replace replace_first replace_last reverse
  round rstrip sha256 shift size slice slugify sort sort_natural split squish strip strip_html
  strip_newlines sum times to_integer truncate truncatewords uniq unshift upcase uri_escape
  url_decode url_encode xml_escape
`);

/** They look for their first argument in the text. */
const searching = new Set(words("remove remove_first remove_last replace replace_first replace_last split"));
/** Their first argument is the name of a property, which is read of each element. */
const ofProperty = new Set(words("find find_index group_by has map reject sort sort_natural sum where"));

const own: TemplateFilters = { ...valueFilters, ...listFilters, ...dateFilters, ...randomFilters };

/** Puts our filters in the place of all that the engine comes with. */
export function takeFilters(engine: Liquid): void {
  for (const name of Object.keys(engine.filters)) engine.unregisterFilter(name);
  for (const name of kept) engine.registerFilter(name, bounded(name, handlerOf(builtin[name])));
  for (const [name, filter] of Object.entries(own)) engine.registerFilter(name, bounded(name, filter));
}

function handlerOf(filter: FilterImplOptions | undefined): TemplateFilter {
  if (!filter) throw new Error("The engine has no such filter.");
  return (typeof filter === "function" ? filter : filter.handler) as unknown as TemplateFilter;
}

/**
 * The engine looks at its limits between tags, and filters stand in one. So each looks at the time, takes nothing that
 * is too large, and leaves nothing behind that is.
 */
function bounded(name: string, filter: TemplateFilter): FilterImplOptions {
  return function* (value: unknown, ...args: unknown[]): Generator<unknown, unknown, unknown> {
    const place = this as unknown as FilterPlace;
    place.context.checkTime();
    try {
      checkInput(name, value, args);
      const result = yield filter.call(place, value, ...args);
      checkWeight(result);
      return result;
    } catch (error) {
      throw placed(error, name, place);
    }
  };
}

/** The same error as a mistake that stands where the filter does. */
function placed(error: unknown, name: string, { token }: FilterPlace): unknown {
  if (isOfEngine(error)) return new Mistake(`The filter \`${name}\` can't be used with this value.`, token);
  return error instanceof Mistake && !error.token ? new Mistake(error.message, token) : error;
}

/** Such errors speak of our code; others are in the words of the engine, or ours. */
const isOfEngine = (error: unknown) =>
  error instanceof TypeError || error instanceof RangeError || error instanceof URIError;

function checkInput(name: string, value: unknown, args: readonly unknown[]): void {
  if (typeof value === "string") checkWeight(value);
  if (searching.has(name)) checkSearch(asText(value), asText(args[0]));
  if (ofProperty.has(name) && asText(args[0]).length > templateLimits.nameLengthMax) {
    throw new Mistake(`The name of a property has at most ${templateLimits.nameLengthMax} characters.`);
  }
}

/** @throws {Mistake} when looking for one text in the other could take seconds */
export function checkSearch(text: string, wanted: string): void {
  if (text.length * wanted.length <= templateLimits.comparisonsMax) return;
  throw new Mistake("A text is too long to be searched for another long one.");
}
