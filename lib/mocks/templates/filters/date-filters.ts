import { Mistake } from "../engine/mistake";
import { asText } from "../engine/plain-values";
import { templateLimits } from "../template-limits";
import type { FilterPlace, TemplateFilters } from "./filter";
import { addTo, momentOf, msOf } from "./moments";
import { strftime } from "./strftime";

/**
 * The engine's filters for dates take the time zone of the server, and are an hour wrong when its clocks change. These
 * are in UTC, wherever they run.
 */
export const dateFilters: TemplateFilters = {
  /** `{{ now | date: '%H:%M', 'Europe/Berlin' }}` */
  date(value, format = "%A, %B %-e, %Y at %-l:%M %P %z", zone = "UTC") {
    return formatted(this, value, asText(format), zone);
  },
  date_to_xmlschema(value) {
    return formatted(this, value, "%Y-%m-%dT%H:%M:%S%:z");
  },
  date_to_rfc822(value) {
    return formatted(this, value, "%a, %d %b %Y %H:%M:%S %z");
  },
  date_to_string(value, type, style) {
    return formatted(this, value, dayFormat("%b", type, style));
  },
  date_to_long_string(value, type, style) {
    return formatted(this, value, dayFormat("%B", type, style));
  },
  /** `{{ now | date_add: 1, 'days' }}`, as ISO 8601. */
  date_add(value, amount, unit = "days") {
    const ms = msOf(value, this.context.run.now);
    if (ms === undefined) throw new Mistake("`date_add` needs a date.", this.token);
    const number = Number(asText(amount));
    if (!Number.isFinite(number)) throw new Mistake("`date_add` needs a number of units.", this.token);
    return new Date(addTo(ms, number, asText(unit))).toISOString();
  },
};

/** What is no date stays what it is. */
function formatted(place: FilterPlace, value: unknown, format: string, zone?: unknown): unknown {
  if (format.length > templateLimits.nameLengthMax) {
    throw new Mistake(
      `A format of dates has at most ${templateLimits.nameLengthMax} characters.`,
      place.token,
    );
  }
  const ms = msOf(value, place.context.run.now);
  return ms === undefined ? value : strftime(momentOf(ms, zone), format);
}

function dayFormat(month: string, type: unknown, style: unknown): string {
  if (type !== "ordinal") return `%d ${month} %Y`;
  return style === "US" ? `${month} %-d%q, %Y` : `%-d%q ${month} %Y`;
}
