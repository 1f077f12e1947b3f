import { listRefs, openRepository, type RepositoryRequest, shortName } from "./repository";
import { newestFirst } from "./version-tags";

/** The names that a repository has for commits. */
export type RepositoryRefs = {
  /** Null when there are no commits yet. */
  defaultBranch: string | null;
  branches: string[];
  /** Newest versions first. */
  tags: string[];
};

/** How many names of a kind are put in order: it takes time that nobody else has. */
const orderedMax = 10_000;

/** @throws {CommitsError}, or the reason of `signal` once that is aborted. */
export async function readRefs(wanted: RepositoryRequest): Promise<RepositoryRefs> {
  const repository = await openRepository(wanted);
  const refs = await listRefs(repository, ["HEAD", "refs/heads/", "refs/tags/"]);
  const names = (prefix: string) =>
    [...refs.keys()]
      .filter((name) => name.startsWith(prefix))
      .slice(-orderedMax)
      .map((name) => shortName(name));
  const head = refs.get("HEAD");
  return {
    defaultBranch: head ? shortName(head.name) : null,
    branches: names("refs/heads/").sort(),
    tags: newestFirst(names("refs/tags/")),
  };
}
