export type ForgeKind = "github" | "gitlab";

/** A token, and the owners whose repositories it can read. */
export type OwnedToken = { token: string; owners: readonly string[] };

const segment = "[A-Za-z0-9_][A-Za-z0-9_.-]*";

/** A GitHub user or organization, and the path of a GitLab user or group. */
export const ownerPatterns: Record<ForgeKind, RegExp> = {
  github: new RegExp(`^${segment}$`),
  gitlab: new RegExp(`^${segment}(/${segment})*$`),
};

/**
 * The token, if the repository belongs to one of its owners.
 * @param path the repository's path on its forge, which can be read in only one way
 */
export function tokenFor(path: string, owned: OwnedToken | undefined): string | undefined {
  const own = path.toLowerCase();
  return owned?.owners.some((owner) => own.startsWith(`${owner.toLowerCase()}/`)) ? owned.token : undefined;
}
