import { env } from "@/lib/platform/env/env";
import type { Env } from "@/lib/platform/env/parse-env";

/** A service that knows more of a repository's commits than Git does, and the token that it is asked with. */
export type Forge = {
  kind: "github" | "gitlab";
  /** Address of its REST interface, without a slash at its end. */
  api: string;
  /** Where people's pages are. */
  pages: string;
  /** The repository's: `owner/name`, or longer below groups of GitLab. */
  path: string;
  token: string;
};

/** A pull or merge request that brought commits. Its texts are strangers'. */
export type PullRequest = { number: string; labels: string[] };

/** What a forge knows of commits, by their object names. */
export type CommitContext = {
  /** Address of the author's page. */
  profile?: string;
  pull?: PullRequest;
};

/**
 * The forge of a repository where the operator gave a token for it. Tokens go to the services that they are
 * for, and nowhere else.
 */
export function forgeOf(
  repoUrl: string,
  { githubToken, gitlabToken }: Pick<Env, "githubToken" | "gitlabToken"> = env(),
): Forge | undefined {
  const { protocol, host, pathname } = new URL(repoUrl);
  const path = pathname.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  if (protocol !== "https:") return undefined;
  if (host === "github.com" && githubToken) {
    return {
      kind: "github",
      api: "https://api.github.com",
      pages: "https://github.com",
      path,
      token: githubToken,
    };
  }
  if (host === "gitlab.com" && gitlabToken) {
    return {
      kind: "gitlab",
      api: "https://gitlab.com/api/v4",
      pages: "https://gitlab.com",
      path,
      token: gitlabToken,
    };
  }
  return undefined;
}
