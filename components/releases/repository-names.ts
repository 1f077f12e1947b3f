import type { RepositoryNames } from "@/components/releases/release-types";

/** Display names of repositories: the shortest part of each address that tells them apart. */
export function repositoryNames(urls: readonly string[]): RepositoryNames {
  const distinct = [...new Set(urls)];
  const forms = distinct.map(formsOf);
  const isAlone = (form: string, length: number) =>
    forms.filter((each) => each[length] === form).length === 1;
  return Object.fromEntries(
    distinct.map((url, place) => [url, forms[place]?.find((form, length) => isAlone(form, length)) ?? url]),
  );
}

/** Names of a repository, the shortest first. */
function formsOf(url: string): string[] {
  if (!URL.canParse(url)) return [url, url, url, url];
  const { hash, pathname, hostname } = new URL(url);
  const path = pathname.replace(/^\/+|\/+$|\.git\/*$/g, "");
  const name = path.split("/").at(-1) || hostname;
  return [name, name + hash, path + hash, url];
}
