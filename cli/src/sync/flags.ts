import type { Api } from "../api";
import { Failure } from "../failure";
import { differing, type Fields, type Kind, ordered, shared, slug, without } from "./entry";
import { environmentsOf, flagEntry, own, settingsOf } from "./flag-files";
import { flagProblems } from "./flag-problems";
import { protectedEnvironments } from "./protected-environments";
import { pathOf, type RemoteFlag, type Row } from "./remote-flag";

const first = ["kind", "group", "key", "name", "description", "tags", "type", "enabled", "defaultEnabled"];

const rowOf = (row: Fields): Row => ({
  id: String(row.id),
  etag: `"${row.updatedAt}"`,
  fields: settingsOf(row),
});

/** A percentage replaces basis points. */
const withSteps = (fields: Fields): Fields =>
  ("rollout" in fields || "defaultPercentage" in fields) && !("rolloutBasisPoints" in fields)
    ? { ...fields, rolloutBasisPoints: null }
    : fields;

async function readGlobal(api: Api): Promise<RemoteFlag[]> {
  const keys = await api.all<Fields>(await pathOf(api, "flag-keys"), { sort: "key" });
  return keys.map(({ key, flags }) => {
    const rows = new Map<string, Row>();
    for (const flag of flags as Fields[]) rows.set(String((flag.environment as Fields).key), rowOf(flag));
    const environments = Object.fromEntries(
      [...rows]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, { fields }]) => [name, without(fields, ["key"])]),
    );
    return {
      ...{ key: `global ${key}`, name: `global/${slug(String(key))}`, rows },
      fields: { kind: "global", key: key ?? null, environments },
    };
  });
}

async function readGroups(api: Api): Promise<RemoteFlag[]> {
  const groups = await api.all<Fields>(await pathOf(api, "groups"), { sort: "key" });
  const found: RemoteFlag[] = [];
  for (const group of groups) {
    const { key, id } = group;
    const row = { ...rowOf(group), fields: without(group, own) };
    found.push({
      ...{ key: `group ${key}`, name: `groups/${slug(String(key))}/group`, rows: new Map([["", row]]) },
      fields: { kind: "group", ...row.fields },
    });
    const flags = await api.all<Fields>(await pathOf(api, `groups/${id}/flags`), { sort: "key" });
    for (const flag of flags) {
      const own = rowOf(flag);
      found.push({
        ...{ key: `flag ${key} ${flag.key}`, name: `groups/${slug(String(key))}/${slug(String(flag.key))}` },
        ...{ rows: new Map([["", own]]), groupId: String(id) },
        fields: { kind: "flag", group: key ?? null, ...own.fields },
      });
    }
  }
  return found;
}

const plain = (fields: Fields) => without(fields, ["kind", "group"]);

export const flags: Kind<RemoteFlag> = {
  noun: "flags",
  folder: "fieldkit/flags",
  covers: [
    "Files contain global flags in every environment, groups, and the flags of groups with their rules. They don't contain",
    "environments, segments, records, overrides or scheduled changes. Groups are never deleted: they hold records.",
  ],
  read: async (api) => [...(await readGlobal(api)), ...(await readGroups(api))],
  fromFile: flagEntry,
  check: flagProblems,
  protected: protectedEnvironments,
  toFile: ({ fields }) => ordered(fields, first),
  covered(local, remote) {
    const covered = shared(local.fields, remote.fields);
    if (local.fields.kind !== "global") return covered;
    const environments = environmentsOf(local.fields).flatMap(([name, fields]) => {
      const row = remote.rows.get(name);
      return row ? [[name, shared(fields, row.fields)]] : [];
    });
    return { ...covered, environments: Object.fromEntries(environments) };
  },
  changed(local, remote) {
    if (local.fields.kind !== "global") return differing(local.fields, remote.fields);
    const changed = environmentsOf(local.fields)
      .map(([name, fields]) => [name, differing(fields, remote.rows.get(name)?.fields ?? {})] as const)
      .filter(([name, fields]) => !remote.rows.has(name) || Object.keys(fields).length > 0);
    return changed.length > 0 ? { environments: Object.fromEntries(changed) } : {};
  },
  async create(api, { fields }, headers) {
    const { kind, key, group } = fields;
    if (kind === "global") {
      for (const [environmentKey, each] of environmentsOf(fields)) {
        const body = { key, name: key, ...each, environmentKey };
        await api.call("POST", await pathOf(api, "flags"), { body, headers });
      }
      return;
    }
    if (kind === "group") {
      await api.call("POST", await pathOf(api, "groups"), { body: { name: key, ...plain(fields) }, headers });
      return;
    }
    const body = { name: key, ...plain(fields) };
    const groupId = await groupNamed(api, String(group));
    await api.call("POST", await pathOf(api, `groups/${groupId}/flags`), { body, headers });
  },
  async update(api, { fields }, { rows, groupId, fields: known }, headers) {
    const put = async (rest: string, { etag }: Row, changed: Fields) => {
      if (Object.keys(changed).length === 0) return;
      const body = withSteps(changed);
      await api.call("PUT", await pathOf(api, rest), { body, headers: { ...headers, "if-match": etag } });
    };
    if (fields.kind !== "global") {
      const [row] = rows.values();
      const place = groupId === undefined ? `groups/${row?.id}` : `groups/${groupId}/flags/${row?.id}`;
      if (row) await put(place, row, plain(differing(fields, known)));
      return;
    }
    for (const [environmentKey, each] of environmentsOf(fields)) {
      const row = rows.get(environmentKey);
      if (row) await put(`flags/${row.id}`, row, differing(each, row.fields));
      else {
        const body = { key: fields.key, name: fields.key, ...each, environmentKey };
        await api.call("POST", await pathOf(api, "flags"), { body, headers });
      }
    }
  },
  canRemove: ({ fields }) => fields.kind !== "group",
  async remove(api, { rows, groupId }, headers) {
    for (const { id } of rows.values()) {
      const rest = groupId === undefined ? `flags/${id}` : `groups/${groupId}/flags/${id}`;
      await api.call("DELETE", await pathOf(api, rest), { headers });
    }
  },
};

async function groupNamed(api: Api, key: string): Promise<string> {
  const groups = await api.all<Fields>(await pathOf(api, "groups"), { q: key });
  const id = groups.find((group) => group.key === key)?.id;
  if (typeof id === "string") return id;
  throw new Failure("notFound", `There is no group ${key}. Add a file of the kind group.`);
}
