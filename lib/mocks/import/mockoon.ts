import type { Converted, Converter } from "./converted";
import { folderIn, folderName } from "./filed";
import { GivenFiles } from "./given-files";
import { type Alternatives, always, both, type Draft, mocksOf } from "./mockoon-drafts";
import { type Environment, headersOf, type RouteDraft, routeDraft, type Skipped } from "./mockoon-route";
import { fieldOf, isFields, listOf, textOf } from "./read-document-values";

/** Mocks of an environment of Mockoon, or of an export that holds several. */
export const convertMockoon: Converter = (document, files = new GivenFiles()) =>
  environmentsOf(document).flatMap((environment) => convertEnvironment(environment, files));

/** Exports of older versions are lists of items, each an environment or a single route. */
export const isExportOfMockoon = (document: unknown): boolean =>
  listOf(fieldOf(document, "data")).some(
    (item) => textOf(fieldOf(item, "type")) !== undefined && isFields(fieldOf(item, "item")),
  );

function environmentsOf(document: unknown): unknown[] {
  if (!isExportOfMockoon(document)) return [document];
  return listOf(fieldOf(document, "data")).map((item) => {
    const held = fieldOf(item, "item");
    return textOf(fieldOf(item, "type")) === "route" ? { routes: [held] } : held;
  });
}

function convertEnvironment(environment: unknown, files: GivenFiles): Converted[] {
  const shared: Environment = {
    prefix: (textOf(fieldOf(environment, "endpointPrefix")) ?? "").replace(/^\/+|\/+$/g, ""),
    headers: headersOf(environment),
    latency: Number(fieldOf(environment, "latency")) || 0,
    buckets: bucketsOf(environment),
    callbacks: fieldOf(environment, "callbacks"),
    files,
  };
  const converted = inOrder(environment).map(([route, folder]) => routeDraft(route, { ...shared, folder }));
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

/** Routes in the order in which Mockoon tries them, that of its folders where it has such; each with its folder. */
function inOrder(environment: unknown): [route: unknown, folder: string][] {
  const routes = listOf(fieldOf(environment, "routes"));
  const byId = new Map(routes.map((route) => [textOf(fieldOf(route, "uuid")), route]));
  const folders = new Map(
    listOf(fieldOf(environment, "folders")).map((folder) => [textOf(fieldOf(folder, "uuid")), folder]),
  );
  const ordered = new Map<unknown, string>();
  const open = [{ children: listOf(fieldOf(environment, "rootChildren")), at: 0, folder: "" }];
  for (let here = open.at(-1); here; here = open.at(-1)) {
    if (here.at === here.children.length) {
      open.pop();
      continue;
    }
    const child = here.children[here.at];
    here.at += 1;
    const id = textOf(fieldOf(child, "uuid"));
    const route = byId.get(id);
    if (route !== undefined) ordered.set(route, here.folder);
    const folder = folders.get(id);
    // Each folder once, so that those that hold each other come to an end.
    folders.delete(id);
    if (folder === undefined) continue;
    const inner = folderIn(here.folder, folderName(fieldOf(folder, "name")));
    open.push({ children: listOf(fieldOf(folder, "children")), at: 0, folder: inner });
  }
  for (const route of routes) if (!ordered.has(route)) ordered.set(route, "");
  return [...ordered];
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
