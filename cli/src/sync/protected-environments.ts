import type { Api } from "../api";
import { differing, type Fields, type LocalEntry } from "./entry";
import { environmentsOf } from "./flag-files";
import { pathOf, type RemoteFlag } from "./remote-flag";

type Sides = { local?: LocalEntry | undefined; remote?: RemoteFlag | undefined };

/** The keys of the protected environments that changes affect, which a push has to confirm. */
export async function protectedEnvironments(api: Api, changes: readonly Sides[]): Promise<string[]> {
  const rows = await api.all<Fields>(await pathOf(api, "environments"));
  const keys = rows.filter(({ isProtected }) => isProtected === true).map(({ key }) => String(key));
  return keys.filter((key) => changes.some((each) => isAffected(key, each)));
}

/** A flag of a group has one definition for all environments. */
export function isAffected(environment: string, { local, remote }: Sides): boolean {
  const fields = local?.fields ?? remote?.fields ?? {};
  if (fields.kind === "flag") return true;
  if (fields.kind === "group") return isPrefixChanged(fields, remote);
  if (!local) return remote?.rows.has(environment) ?? false;
  return environmentsOf(fields).some(([name, each]) => {
    const stored = remote?.rows.get(name)?.fields;
    return name === environment && (!stored || Object.keys(differing(each, stored)).length > 0);
  });
}

/** Records are called by the prefix of their group. */
const isPrefixChanged = (fields: Fields, remote: RemoteFlag | undefined) =>
  remote !== undefined && "prefix" in differing(fields, remote.fields);
