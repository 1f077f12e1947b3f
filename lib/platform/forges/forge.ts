import { env } from "@/lib/platform/env/env";
import type { ForgeFacts, ForgeQuestion } from "./commit-contexts";
import { askGitHub } from "./github";
import { askGitLab } from "./gitlab";
import { type ForgeKind, type OwnedToken, ownerPatterns, tokenFor } from "./token-owners";

/** The tokens that a project has for forges. */
export type ProjectTokens = Partial<Record<ForgeKind, OwnedToken | undefined>>;
type Adapter = Pick<Forge, "api" | "pages"> & {
  /** Names between the slashes of a repository's path: owner and name, or groups before them. */
  segmentsMax: number;
  ask(question: ForgeQuestion, facts: ForgeFacts): Promise<void>;
};

/** All that differs from forge to forge. */
export const forges: Record<ForgeKind, Adapter> = {
  github: {
    api: "https://api.github.com",
    pages: "https://github.com",
    segmentsMax: 2,
    ask: askGitHub,
  },
  gitlab: {
    api: "https://gitlab.com/api/v4",
    pages: "https://gitlab.com",
    segmentsMax: 21,
    ask: askGitLab,
  },
};

/** A service that knows more about a repository's commits than Git does, and the token to ask it with. */
export type Forge = {
  kind: ForgeKind;
  /** Address of its REST interface, without a slash at its end. */
  api: string;
  /** Address below which people have their pages. */
  pages: string;
  /** Path of the repository: `owner/name`, or longer in groups of GitLab. */
  path: string;
  token: string;
};

/** A pull or merge request that brought commits. Strangers wrote its texts. */
export type PullRequest = {
  /** As people write it: `12`, or `!12` for a merge request of GitLab. */
  number: string;
  title?: string;
  labels: string[];
};

/** What a forge knows of commits, by their object names. */
export type CommitContext = {
  /** Address of the author's page. */
  profile?: string;
  pull?: PullRequest;
};

/**
 * The forge of a repository, if there is a token to read it with: the project's own or the administrator's. Both serve
 * only the owners that they are stored with, and each is sent to its own service only.
 */
export function forgeOf(
  repoUrl: string,
  ofProject: ProjectTokens,
  ofOperator = env().forgeTokens,
): Forge | undefined {
  const kinds = Object.keys(forges) as ForgeKind[];
  const kind = kinds.find((each) => isOn(each, repoUrl));
  const path = kind && pathOn(kind, repoUrl);
  if (!path) return undefined;
  const token = tokenFor(path, ofProject[kind]) ?? tokenFor(path, ofOperator[kind]);
  const { pages, api } = forges[kind];
  return token === undefined ? undefined : { kind, api, pages, path, token };
}

/** Who owns a repository on this forge, in lower case: a GitHub owner, or the path of a GitLab group. */
export function ownerOn(kind: ForgeKind, repoUrl: string): string | undefined {
  const path = isOn(kind, repoUrl) ? pathOn(kind, repoUrl) : undefined;
  const owner = path?.slice(0, path.lastIndexOf("/")).toLowerCase();
  return owner !== undefined && ownerPatterns[kind].test(owner) ? owner : undefined;
}

function pathOn(kind: ForgeKind, repoUrl: string): string | undefined {
  const { protocol, pathname } = new URL(repoUrl);
  return protocol === "https:" ? plainPath(pathname, forges[kind].segmentsMax) : undefined;
}

/** Whether a repository is on the forge. */
export const isOn = (kind: ForgeKind, repoUrl: string) =>
  new URL(forges[kind].pages).host === new URL(repoUrl).host;

/**
 * The path of a repository, if it can be read in one way only: behind `%2F`, empty names or `..` a server might find
 * another owner's than the one that was checked.
 */
function plainPath(pathname: string, segmentsMax: number): string | undefined {
  const path = pathname.replace(/^\/|\/$/g, "").replace(/\.git$/, "");
  const segments = path.split("/");
  const isPlain = segments.every((each) => /^(?!\.{1,2}$)[\w.][\w.-]*$/.test(each));
  return isPlain && segments.length >= 2 && segments.length <= segmentsMax ? path : undefined;
}
