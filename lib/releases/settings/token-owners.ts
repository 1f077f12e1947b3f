import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { ownerOn } from "@/lib/platform/forges/forge";
import type { ForgeKind } from "@/lib/platform/forges/token-owners";
import type { ReleaseSettingsRow } from "./read-settings";

/** What a request says of a forge's token and of its owners. */
export type GivenTokens = Record<ForgeKind, GivenToken>;
type GivenToken = { token: string | null | undefined; owners: readonly string[] | undefined };
type Columns = Partial<Pick<ReleaseSettingsRow, "githubTokenOwners" | "gitlabTokenOwners">>;

const columns = {
  github: { forge: "GitHub", token: "githubToken", owners: "githubTokenOwners" },
  gitlab: { forge: "GitLab", token: "gitlabToken", owners: "gitlabTokenOwners" },
} as const;

/**
 * The owners to store with tokens. A new token keeps the owners of the token before it. If there are none, or the list
 * is empty, it gets the owners of the project's repositories. Owners go with their token.
 * @param repoUrls the project's repositories after the change
 * @throws {AppError} `invalid_request` for a token that no repository could be read with
 */
export function ownerColumns(
  given: GivenTokens,
  row: ReleaseSettingsRow,
  repoUrls: readonly string[],
): Columns {
  const issues: Issue[] = [];
  const changes: Columns = {};
  for (const kind of ["github", "gitlab"] as const) {
    const { token, owners } = given[kind];
    if (token === undefined && owners === undefined) continue;
    const column = columns[kind];
    const isStored = token === undefined ? row[column.token] !== null : Boolean(token);
    const chosen = owners ?? (isStored ? row[column.owners] : []);
    const next = isStored && chosen.length === 0 ? ownersOf(kind, repoUrls) : chosen;
    if (isStored && next.length === 0) issues.push({ path: column.owners, message: missing(column.forge) });
    changes[column.owners] = [...new Set(next)];
  }
  if (issues.length > 0) throw invalid(issues);
  return changes;
}

const ownersOf = (kind: ForgeKind, repoUrls: readonly string[]) =>
  repoUrls.flatMap((url) => ownerOn(kind, url) ?? []);

const missing = (forge: string) =>
  `must name at least one owner, because the settings have no ${forge} repository`;
