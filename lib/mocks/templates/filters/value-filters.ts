import { createHash } from "node:crypto";
import { toValue } from "liquidjs";
import { asText, parseJson } from "../engine/plain-values";
import type { TemplateFilter, TemplateFilters } from "./filter";

/** `{{ request.json | json: 2 }}`; what is missing is `null`, so that an answer stays JSON. */
const json: TemplateFilter = (value, indentation) =>
  JSON.stringify(toValue(value) ?? null, undefined, Number(indentation) || 0);

export const valueFilters: TemplateFilters = {
  json,
  jsonify: json,
  inspect: json,
  /** Nothing where the text is no JSON, so that `default` has a turn. */
  parse_json: (value) => parseJson(asText(value)),
  md5: (value) => createHash("md5").update(asText(value)).digest("hex"),
  /** Nothing where the text is no number. */
  to_number(value) {
    const text = asText(value).trim();
    const number = text === "" ? Number.NaN : Number(text);
    return Number.isFinite(number) ? number : null;
  },
};
