const name = "[A-Za-z_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?";
const curlyName = new RegExp(`\\{(${name})([?*+]?)\\}`, "g");
const optionalSegment = new RegExp(`^:${name}[?*]$`);
const repeatedSegment = new RegExp(`^(:${name})\\+$`);
const everyPlaceholder = new RegExp(`:${name}`, "g");

/** Whether an endpoint is a regular expression on the whole path: `~^/v[0-9]+/users$`. */
export const isExpression = (endpoint: string): boolean => endpoint.startsWith("~^");

/**
 * The shortest path that an endpoint answers, with its placeholders: `/users/:id?` is `/users`. There is none for a
 * regular expression, of which nobody can say what it matches.
 */
export function examplePath(endpoint: string): string | undefined {
  if (isExpression(endpoint)) return undefined;
  const segments = endpoint.replace(/^\/+/, "").replace(curlyName, ":$1$2").split("/");
  while (optionalSegment.test(segments.at(-1) ?? "")) segments.pop();
  return `/${segments.map((segment) => segment.replace(repeatedSegment, "$1")).join("/")}`;
}

/** The address of an endpoint's `examplePath`. */
export function exampleUrl(mockBaseUrl: string, endpoint: string): string | undefined {
  const path = examplePath(endpoint);
  return path === undefined ? undefined : urlOf(mockBaseUrl, path);
}

/** The address of a path as somebody typed it, perhaps with a query. */
export const urlOf = (mockBaseUrl: string, path: string): string =>
  new URL(`${mockBaseUrl}/${path.replace(/^\/+/, "")}`).href;

/** What still has to be replaced in a path before it can be called: `:id`, or a last `*`. */
export function placeholdersOf(path: string): string[] {
  const [way = ""] = path.split(/[?#]/, 1);
  const rest = /(?:^|\/)\*$/.test(way) ? ["*"] : [];
  return [...new Set([...(way.match(everyPlaceholder) ?? []), ...rest])];
}
