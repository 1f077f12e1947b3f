import { and, getTableColumns, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { orFirst, orLast } from "@/db/schema/columns";
import { apiKeys } from "@/db/schema/keys";
import { byText, byTime } from "@/lib/operations/list-sql";
import type { ApiKeyState, KeyFilters } from "./contract";
import type { KeyMaker } from "./to-api-key";

const { hash: _, successorId: __, createdBy: ___, environmentId: ____, ...stored } = getTableColumns(apiKeys);

const createdBy = sql<KeyMaker>`(
  select json_build_object('userId', maker.id, 'name', maker.name, 'email', maker.email, 'isMember', exists (
    select 1 from team_members held join projects owner on owner.team_id = held.team_id
    where held.user_id = maker.id and owner.id = api_keys.project_id))
  from users maker where maker.id = api_keys.created_by)`;

const environmentKey = sql<string | null>`(
  select bound.key from environments bound where bound.id = api_keys.environment_id)`;

/** What lists of keys have in common. */
export const keyList = {
  from: apiKeys,
  columns: { ...stored, createdBy, environmentKey },
  // Scope and what is hidden follow from them.
  always: ["scopes", "personal"],
  id: apiKeys.id,
  searched: [apiKeys.name, apiKeys.prefix],
  sorts: {
    createdAt: byTime(apiKeys.createdAt),
    name: byText(apiKeys.name),
    lastUsedAt: byTime(orFirst(apiKeys.lastUsedAt)),
    expiresAt: byTime(orLast(apiKeys.expiresAt)),
  },
};

const inState: Record<ApiKeyState, (now: Date) => SQL | undefined> = {
  active: (now) => and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))),
  expired: (now) => and(isNull(apiKeys.revokedAt), lte(apiKeys.expiresAt, now)),
  revoked: () => isNotNull(apiKeys.revokedAt),
};

/** The keys that a list's filters leave. */
export const narrowed = ({ state, scope }: KeyFilters, now: Date): SQL | undefined =>
  and(state && inState[state](now), scope && sql`${scope} = any(string_to_array(${apiKeys.scopes}, ' '))`);
