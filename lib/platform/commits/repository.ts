import type { OutboundSettings } from "@/lib/platform/outbound/settings";
import { CommitsError, garbage } from "./commits-error";
import { type Capabilities, type Counted, command, discover, type GitServer, textOf } from "./git-server";
import type { HashName } from "./packfile";

export type RepositoryRequest = {
  /** The address to clone from; `#name` selects another branch or tag than the default branch. */
  url: string;
  token?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Told how many commits were read of how many, where the server sends nothing else. */
  counted?: Counted | undefined;
  /** Time limit in milliseconds for each request. Default 60000. */
  timeoutMs?: number | undefined;
  /** Replaced by tests only. */
  outbound?: Partial<OutboundSettings> | undefined;
};

/** A repository whose server answers. */
export type Repository = {
  server: GitServer;
  capabilities: Capabilities;
  format: HashName;
  /** What stands behind `#` in the address: the name of a branch or a tag. */
  named: string | undefined;
};

/** @throws {CommitsError} */
export async function openRepository(wanted: RepositoryRequest): Promise<Repository> {
  const { url, token, signal, counted, timeoutMs = 60_000, outbound } = wanted;
  if (!URL.canParse(url)) throw new CommitsError("address", "Give the address that you clone from.");
  const parsed = new URL(url);
  const fragment = parsed.hash.slice(1);
  parsed.hash = "";
  parsed.search = "";
  const server: GitServer = {
    ...{ url: parsed.href.replace(/\/+$/, ""), token, signal, counted, timeoutMs, outbound },
  };
  const capabilities = await discover(server);
  const format = capabilities.get("object-format") ?? "sha1";
  if (format !== "sha1" && format !== "sha256") throw garbage(`it names objects by ${format.slice(0, 20)}`);
  return { server, capabilities, format, named: fragment === "" ? undefined : decoded(fragment) };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** A name that a server has for a commit. */
export type Ref = {
  /** The commit; that behind it where the name is of an annotated tag. */
  sha: string;
  /** Whole name, such as `refs/heads/main`; for `HEAD` that of the branch that it is. */
  name: string;
};

const refsBytesMax = 4 * 1024 * 1024;

/**
 * Names that begin in certain ways, with their commits, by the name that was asked for.
 * @throws {CommitsError}
 */
export async function listRefs(
  repository: Repository,
  prefixes: readonly string[],
): Promise<Map<string, Ref>> {
  const found = new Map<string, Ref>();
  for await (const { asked, ...ref } of refsOf(repository, prefixes)) found.set(asked, ref);
  return found;
}

/** The same one after the other, as the server tells them. */
export async function* refsOf(
  { server, format }: Repository,
  prefixes: readonly string[],
): AsyncGenerator<Ref & { asked: string }> {
  const args = ["peel", "symrefs", ...prefixes.map((prefix) => `ref-prefix ${prefix}`)];
  for await (const packet of command(server, "ls-refs", { format, args, bytesMax: refsBytesMax })) {
    if (!Buffer.isBuffer(packet)) continue;
    const [sha = "", asked = "", ...attributes] = textOf(packet).split(" ");
    if (!isObjectName(sha)) continue;
    const attribute = (key: string) =>
      attributes.find((each) => each.startsWith(`${key}:`))?.slice(key.length + 1);
    yield { asked, sha: attribute("peeled") ?? sha, name: attribute("symref-target") ?? asked };
  }
}

export const isObjectName = (text: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** A branch's or tag's name as people know it. */
export const shortName = (name: string): string => name.replace(/^refs\/(heads|tags)\//, "");
