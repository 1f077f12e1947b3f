/** What the list of mocks is searched for, to see which endpoints of copies there are. */
export const firstCopy = (endpoint: string): string => candidate(endpoint, "copy");

/**
 * An endpoint like another one that no mock has: `/users/:id` becomes `/users-copy/:id`, then `/users-copy-2/:id`. A regular
 * expression stays, because nobody can say what it would match then.
 * @param taken endpoints of the method's mocks
 */
export function freeEndpoint(endpoint: string, taken: readonly string[]): string {
  if (endpoint.startsWith("~^")) return endpoint;
  const used = new Set(taken);
  const names = ["copy", ...taken.map((_, index) => `copy-${index + 2}`), `copy-${taken.length + 2}`];
  return names.map((name) => candidate(endpoint, name)).find((each) => !used.has(each)) ?? endpoint;
}

function candidate(endpoint: string, name: string): string {
  const [first = "", ...rest] = endpoint.replace(/^\//, "").split("/");
  // A placeholder would get another name, and what takes all that follows would not any more.
  if (first === "" || /[:*{]/.test(first))
    return ["", name, ...(first === "" ? rest : [first, ...rest])].join("/");
  return ["", `${first}-${name}`, ...rest].join("/");
}
