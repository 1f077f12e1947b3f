import { openRepository, type RepositoryRequest, refsOf, shortName } from "./repository";
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
const orderedMax = 4000;

/** @throws {CommitsError}, or the reason of `signal` once that is aborted. */
export async function readRefs(wanted: RepositoryRequest): Promise<RepositoryRefs> {
  const repository = await openRepository(wanted);
  let head: string | null = null;
  const [branches, tags] = [new LastNames(), new LastNames()];
  for await (const { asked, name } of refsOf(repository, ["HEAD", "refs/heads/", "refs/tags/"])) {
    if (asked === "HEAD") head = shortName(name);
    else (asked.startsWith("refs/tags/") ? tags : branches).add(shortName(asked));
  }
  return { defaultBranch: head, branches: branches.all().sort(), tags: newestFirst(tags.all()) };
}

/** Servers tell names in order, so that the last ones are mostly the newest versions. */
class LastNames {
  #names: string[] = [];

  add(name: string): void {
    this.#names.push(name);
    if (this.#names.length > 2 * orderedMax) this.#names = this.all();
  }

  all(): string[] {
    return this.#names.slice(-orderedMax);
  }
}
