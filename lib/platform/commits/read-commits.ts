import type { OutboundSettings } from "@/lib/platform/outbound/settings";
import type { Commit } from "./commit-object";
import { CommitsError, garbage } from "./commits-error";
import { fetchRange } from "./fetch-range";
import { command, discover, type GitServer, textOf } from "./git-server";

export type CommitRequest = {
  /** The address to clone from; `#branch` selects another branch than the default one. */
  url: string;
  /** Range of committer dates, both included. */
  since: Date;
  until: Date;
  token?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Time limit in milliseconds for each request. Default 60000. */
  timeoutMs?: number | undefined;
  /** Replaced by tests only. */
  outbound?: Partial<OutboundSettings> | undefined;
};

export type CommitRange = {
  branch: string;
  /** Newest committer date first. */
  commits: Commit[];
};

const refsBytesMax = 4 * 1024 * 1024;

/**
 * The commits of a branch in a range of time, read over Git's smart HTTP protocol without Git and without a clone. It
 * takes a few requests, and transfers commits without files where the server supports that.
 * @throws {CommitsError}, or the reason of `signal` once that is aborted.
 */
export async function readCommits(wanted: CommitRequest): Promise<CommitRange> {
  const { server, branch: wantedBranch } = serverOf(wanted);
  const capabilities = await discover(server);
  const format = capabilities.get("object-format") ?? "sha1";
  if (format !== "sha1" && format !== "sha256") throw garbage(`it names objects by ${format.slice(0, 20)}`);
  const tip = await findTip(server, format, wantedBranch);
  if (!tip) return { branch: wantedBranch ?? "", commits: [] };
  const found = await fetchRange(server, capabilities, { format, tip: tip.sha, since: wanted.since });
  const commits = reachable(tip.sha, found).filter(
    ({ committer: { at } }) => at >= wanted.since && at <= wanted.until,
  );
  commits.sort((a, b) => b.committer.at.getTime() - a.committer.at.getTime());
  return { branch: tip.branch, commits };
}

function serverOf({ url, token, signal, timeoutMs = 60_000, outbound }: CommitRequest) {
  if (!URL.canParse(url)) throw new CommitsError("address", "Give the address that you clone from.");
  const parsed = new URL(url);
  const fragment = parsed.hash.slice(1);
  parsed.hash = "";
  parsed.search = "";
  const server: GitServer = { url: parsed.href.replace(/\/+$/, ""), token, signal, timeoutMs, outbound };
  return { server, branch: fragment === "" ? undefined : decoded(fragment) };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

type Tip = { sha: string; branch: string };

/** The newest commit of the named branch or tag, or of the default branch; undefined when there is none yet. */
async function findTip(
  server: GitServer,
  format: string,
  branch: string | undefined,
): Promise<Tip | undefined> {
  const names = branch === undefined ? ["HEAD"] : [`refs/heads/${branch}`, `refs/tags/${branch}`];
  const args = ["peel", "symrefs", ...names.map((name) => `ref-prefix ${name}`)];
  const found = new Map<string, Tip>();
  for await (const packet of command(server, "ls-refs", { format, args, bytesMax: refsBytesMax })) {
    if (!Buffer.isBuffer(packet)) continue;
    const [sha = "", name = "", ...attributes] = textOf(packet).split(" ");
    if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)) continue;
    const attribute = (key: string) =>
      attributes.find((each) => each.startsWith(`${key}:`))?.slice(key.length + 1);
    const target = attribute("symref-target") ?? name;
    found.set(name, { sha: attribute("peeled") ?? sha, branch: target.replace(/^refs\/(heads|tags)\//, "") });
  }
  const tip = names.map((name) => found.get(name)).find(Boolean);
  if (!tip && branch !== undefined) {
    throw new CommitsError("no_branch", `The repository has no branch "${branch.slice(0, 200)}".`);
  }
  return tip;
}

/** All commits that can be reached from the newest one, as far as they were fetched. */
function reachable(tip: string, found: ReadonlyMap<string, Commit>): Commit[] {
  const commits: Commit[] = [];
  const seen = new Set([tip]);
  const pending = [tip];
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    const commit = found.get(sha);
    if (!commit) continue;
    commits.push(commit);
    for (const parent of commit.parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      pending.push(parent);
    }
  }
  return commits;
}
