import { defaultOperators, isTruthy } from "liquidjs";
import { asText, plainObject, put } from "../engine/plain-values";
import type { FilterPlace, TemplateFilters } from "./filter";

/**
 * Filters that look into the elements of a list. The engine's own read a property as a piece of template, of which
 * nobody has checked what it asks for; here it is names with dots between them.
 */
export const listFilters: TemplateFilters = {
  *where(list, property, expected) {
    return (yield* split(this, list, property, expected)).matching;
  },
  *reject(list, property, expected) {
    return (yield* split(this, list, property, expected)).others;
  },
  *find(list, property, expected) {
    return (yield* split(this, list, property, expected)).matching[0];
  },
  *find_index(list, property, expected) {
    const { matching, all } = yield* split(this, list, property, expected);
    return matching.length > 0 ? all.indexOf(matching[0]) : undefined;
  },
  *has(list, property, expected) {
    return (yield* split(this, list, property, expected)).matching.length > 0;
  },
  *group_by(list, property) {
    const groups = new Map<unknown, unknown[]>();
    for (const element of elementsOf(list)) {
      const name: unknown = yield* propertyOf(this, element, property);
      const group = groups.get(name);
      if (group) group.push(element);
      else groups.set(name, [element]);
    }
    return [...groups].map(([name, items]) => {
      const group = plainObject();
      put(group, "name", name);
      put(group, "items", items);
      return group;
    });
  },
};

function* split(place: FilterPlace, list: unknown, property: unknown, expected: unknown): Steps<Split> {
  const found: Split = { all: elementsOf(list), matching: [], others: [] };
  for (const element of found.all) {
    const value: unknown = yield* propertyOf(place, element, property);
    const fits =
      expected === undefined
        ? isTruthy(value, place.context)
        : yield equals?.(value, expected, place.context);
    (fits ? found.matching : found.others).push(element);
  }
  return found;
}

type Split = { all: unknown[]; matching: unknown[]; others: unknown[] };
type Steps<T> = Generator<unknown, T, unknown>;

const equals = defaultOperators["=="];

function* propertyOf({ context }: FilterPlace, element: unknown, property: unknown): Steps<unknown> {
  return yield context._getFromScope(element, asText(property), false);
}

function elementsOf(list: unknown): unknown[] {
  if (Array.isArray(list)) return list;
  return list === null || list === undefined ? [] : [list];
}
