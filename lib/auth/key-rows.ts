import { eq, not, or, type SQL, sql } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import type { Actor } from "@/lib/operations/context";
import type { Role } from "./known-projects";
import { personOf } from "./person-of";

/** Selects keys that aren't revoked. A personal key also requires its owner's membership in the project's team. */
export const isLive = (): SQL => sql`(${apiKeys.revokedAt} is null and (not ${apiKeys.personal} or exists (
  select 1 from team_members held join projects own on own.team_id = held.team_id
  where held.user_id = ${apiKeys.createdBy} and own.id = ${apiKeys.projectId})))`;

/** Selects the keys that a caller can see: members see keys of the project and their own personal keys. */
export const isVisible = (actor: Actor, role: Role): SQL | undefined =>
  role === "admin" ? undefined : or(not(apiKeys.personal), eq(apiKeys.createdBy, personOf(actor) ?? ""));
