import { type ConditionWork, spend } from "./condition-work";
import type { Condition } from "./contract";
import { readJsonPlace } from "./json-place";
import { valuesAt } from "./json-values";
import type { RequestView } from "./request-view";

/** What a request has where a condition looks: texts, or for `json` any values. */
export function valuesOf(
  { in: source, name = "" }: Condition,
  view: RequestView,
  work: ConditionWork,
): readonly unknown[] {
  switch (source) {
    case "method":
      return [view.method.toUpperCase()];
    case "path":
      return Object.hasOwn(view.params, name) ? [view.params[name]] : [];
    case "query":
      return view.query.get(name) ?? [];
    case "header":
      return view.headers.get(name.toLowerCase()) ?? [];
    case "cookie":
      return view.cookies.get(name) ?? [];
    case "form":
      return view.form.get(name) ?? [];
    case "body":
      return view.bodyText === "" ? [] : [view.bodyText];
    case "json":
      return jsonValues(name, view, work);
  }
}

/** Whether there may be values where a condition looks besides those that were read. */
export function mayHaveOthers({ in: source }: Condition, view: RequestView): boolean {
  switch (source) {
    case "query":
    case "cookie":
    case "form":
    case "json":
      return view.hasMoreThanIsRead(source);
    default:
      return false;
  }
}

function jsonValues(name: string, view: RequestView, work: ConditionWork): readonly unknown[] {
  const document = view.json;
  if (!document) return [];
  if (name === "") return [document.value];
  const place = readJsonPlace(name);
  return place ? valuesAt(document.value, place, work) : [];
}

/** With the values of a repeated header as one line, because HTTP says that it means the same. */
export function withJoined(
  { in: source }: Condition,
  values: readonly unknown[],
  work: ConditionWork,
): readonly unknown[] {
  if (source !== "header" || values.length < 2 || !spend(work, values.length)) return values;
  return [...values, values.join(", ")];
}
