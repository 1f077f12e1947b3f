/** Addresses of a repository's pages, for links in the notes. */
export function pagesOf(repoUrl: string): {
  name: string;
  commit(sha: string): string;
  /** @param number `12` of an issue or a pull request, `!12` of a merge request */
  reference(number: string): string;
} {
  const url = new URL(repoUrl);
  url.hash = "";
  url.search = "";
  const base = url.href.replace(/\/+$/, "").replace(/\.git$/, "");
  const name =
    url.pathname
      .split("/")
      .filter(Boolean)
      .at(-1)
      ?.replace(/\.git$/, "") ?? url.hostname;
  const { hostname } = url;
  if (/(^|\.)gitlab\./.test(hostname)) {
    return {
      name,
      commit: (sha) => `${base}/-/commit/${sha}`,
      reference: (number) =>
        number.startsWith("!") ? `${base}/-/merge_requests/${number.slice(1)}` : `${base}/-/issues/${number}`,
    };
  }
  if (hostname === "bitbucket.org") {
    return {
      name,
      commit: (sha) => `${base}/commits/${sha}`,
      reference: (number) => `${base}/pull-requests/${number}`,
    };
  }
  // GitHub, Gitea, Forgejo and Codeberg all use these paths.
  return { name, commit: (sha) => `${base}/commit/${sha}`, reference: (number) => `${base}/pull/${number}` };
}
