import { everyPlaceholder, wholePlaceholder } from "@/lib/mocks/matching/segments";

/** A path as OpenAPI writes it. `key` is equal for paths that differ in nothing but the names of their parameters. */
export type PathTemplate = { path: string; key: string; names: string[] };

/**
 * The paths of an endpoint that is no regular expression: one for each number of its optional segments. What takes several
 * segments is one parameter, because OpenAPI has no other.
 */
export function pathsOf(endpoint: string): PathTemplate[] {
  const parts = endpoint.split("/").slice(1);
  const optional = parts.findIndex((part) => /[?*]/.test(wholePlaceholder.exec(part)?.[2] ?? ""));
  const shortest = optional === -1 ? parts.length : optional;
  return Array.from({ length: parts.length - shortest + 1 }, (_, at) =>
    templateOf(parts.slice(0, shortest + at), parts.length),
  );
}

function templateOf(parts: readonly string[], length: number): PathTemplate {
  const names: string[] = [];
  const parameter = (name: string) => {
    names.push(uniqueIn(names, name));
    return `{${names.at(-1)}}`;
  };
  const segments = parts.map((part, at) => {
    if (part === "*" && at === length - 1) return parameter("rest");
    const [, name] = wholePlaceholder.exec(part) ?? [];
    if (name !== undefined) return parameter(name);
    return part.replace(everyPlaceholder, (_, each: string) => parameter(each));
  });
  const path = `/${segments.join("/")}`;
  return { path, names, key: path.replace(/\{[^{}]*\}/g, "{}") };
}

function uniqueIn(names: readonly string[], name: string): string {
  let unique = name;
  for (let count = 2; names.includes(unique); count += 1) unique = `${name}${count}`;
  return unique;
}
