import type { Converted, Converter } from "./converted";
import { type Alternatives, always, both, type Draft, mocksOf } from "./mockoon-drafts";
import { type Environment, headersOf, type RouteDraft, routeDraft, type Skipped } from "./mockoon-route";
import { fieldOf, isFields, listOf, textOf } from "./read-document-values";

/** Mocks of an environment of Mockoon, or of an export that holds several. */
export const convertMockoon: Converter = (document) => environmentsOf(document).flatMap(convertEnvironment);

/** Exports of older versions are lists of items, each an environment or a single route. */
function environmentsOf(document: unknown): unknown[] {
  const items = fieldOf(document, "data");
  const isExport =
    Array.isArray(items) &&
    items.some((item) => textOf(fieldOf(item, "type")) !== undefined && isFields(fieldOf(item, "item")));
  if (!isExport) return [document];
  return items.map((item) => {
    const held = fieldOf(item, "item");
    return textOf(fieldOf(item, "type")) === "route" ? { routes: [held] } : held;
  });
}

function convertEnvironment(environment: unknown): Converted[] {
  const shared: Environment = {
    prefix: (textOf(fieldOf(environment, "endpointPrefix")) ?? "").replace(/^\/+|\/+$/g, ""),
    headers: headersOf(environment),
    latency: Number(fieldOf(environment, "latency")) || 0,
    buckets: bucketsOf(environment),
  };
  const converted = inOrder(environment).map((route) => routeDraft(route, shared));
  const skipped = converted.filter((each): each is Skipped => "skipped" in each);
  const drafts = distinguished(converted.filter((each): each is RouteDraft => "draft" in each));
  return [...mocksOf(drafts), ...skipped];
}

function bucketsOf(environment: unknown): Map<string, string> {
  const buckets = new Map<string, string>();
  for (const bucket of listOf(fieldOf(environment, "data"))) {
    const value = textOf(fieldOf(bucket, "value")) ?? "";
    for (const key of ["uuid", "id"]) {
      const id = textOf(fieldOf(bucket, key));
      if (id) buckets.set(id, value);
    }
  }
  return buckets;
}

/** Routes in the order in which Mockoon tries them: that of its folders, where it has such. */
function inOrder(environment: unknown): unknown[] {
  const routes = listOf(fieldOf(environment, "routes"));
  const byId = new Map(routes.map((route) => [textOf(fieldOf(route, "uuid")), route]));
  const folders = new Map(
    listOf(fieldOf(environment, "folders")).map((folder) => [textOf(fieldOf(folder, "uuid")), folder]),
  );
  const ordered = new Set<unknown>();
  const open = [...listOf(fieldOf(environment, "rootChildren"))].reverse();
  while (open.length > 0) {
    const child = open.pop();
    const id = textOf(fieldOf(child, "uuid"));
    const route = byId.get(id);
    if (route !== undefined) ordered.add(route);
    const folder = folders.get(id);
    // Each folder once, so that those that hold each other come to an end.
    folders.delete(id);
    for (const inner of [...listOf(fieldOf(folder, "children"))].reverse()) open.push(inner);
  }
  return [...ordered, ...routes.filter((route) => !ordered.has(route))];
}

/**
 * Routes of the same method and endpoint, those that ask for more first. What a fragment says is taken for a condition
 * only where it is needed to tell routes apart.
 */
function distinguished(routes: readonly RouteDraft[]): Draft[] {
  const groups = new Map<string, RouteDraft[]>();
  for (const route of routes) {
    const key = `${route.draft.method} ${route.draft.endpoint}`;
    const group = groups.get(key);
    if (group) group.push(route);
    else groups.set(key, [route]);
  }
  return [...groups.values()].flatMap((group) => {
    const [only] = group;
    if (only && group.length === 1) return [only.draft];
    const weighed = group.map((route) => ({
      draft: narrowed(route.draft, route.hint),
      weight: route.conditions + (route.hint[0]?.length ?? 0),
    }));
    return weighed.sort((a, b) => b.weight - a.weight).map(({ draft }) => draft);
  });
}

function narrowed(draft: Draft, hint: Alternatives): Draft {
  if (hint === always || hint[0]?.length === 0) return draft;
  const { own, ...others } = draft;
  const answers = [
    ...draft.answers,
    ...(own && draft.mode === "first" ? [{ name: "", when: always, answer: own }] : []),
  ];
  return {
    ...others,
    answers: answers.flatMap((answer) => {
      const when = both(hint, answer.when);
      return when ? [{ ...answer, when }] : [];
    }),
  };
}
