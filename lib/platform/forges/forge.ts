import { env } from "@/lib/platform/env/env";
import type { Env } from "@/lib/platform/env/parse-env";
import type { ForgeFacts, ForgeQuestion } from "./commit-contexts";
import { askGitHub } from "./github";
import { askGitLab } from "./gitlab";

type ForgeKind = "github" | "gitlab";
type Tokens = Pick<Env, "githubToken" | "gitlabToken">;
type Adapter = Pick<Forge, "api" | "pages"> & {
  tokenOf(tokens: Tokens): string | undefined;
  ask(question: ForgeQuestion, facts: ForgeFacts): Promise<void>;
};

/** All that differs from forge to forge. */
export const forges: Record<ForgeKind, Adapter> = {
  github: {
    api: "https://api.github.com",
    pages: "https://github.com",
    tokenOf: ({ githubToken }) => githubToken,
    ask: askGitHub,
  },
  gitlab: {
    api: "https://gitlab.com/api/v4",
    pages: "https://gitlab.com",
    tokenOf: ({ gitlabToken }) => gitlabToken,
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
export type PullRequest = { number: string; labels: string[] };

/** What a forge knows of commits, by their object names. */
export type CommitContext = {
  /** Address of the author's page. */
  profile?: string;
  pull?: PullRequest;
};

/** The forge of a repository, if the operator gave a token for it. A token is sent to its own service only. */
export function forgeOf(repoUrl: string, tokens: Tokens = env()): Forge | undefined {
  const { protocol, host, pathname } = new URL(repoUrl);
  const path = pathname.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  if (protocol !== "https:") return undefined;
  for (const kind of Object.keys(forges) as ForgeKind[]) {
    const { pages, api, tokenOf } = forges[kind];
    const token = tokenOf(tokens);
    if (token && new URL(pages).host === host) return { kind, api, pages, path, token };
  }
  return undefined;
}
