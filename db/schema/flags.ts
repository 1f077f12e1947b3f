import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, orEmpty, sortText, timestamps } from "./columns";
import { projects } from "./projects";

const projectId = () =>
  uuid("project_id")
    .notNull()
    .references(() => projects.id, { onDelete: "cascade" });

/** What a flag that is no plain boolean has: its two values, and variants for those it is on for. */
type FlagValue = boolean | string | number | Record<string, unknown>;
type FlagVariant = { key: string; value: FlagValue; weight: number };
type FlagValues = { on: FlagValue; off: FlagValue };

/** What targets subjects: `lib/targeting/contract.ts` says what each field means. */
type Condition =
  | { attribute: string; operator: string; values: (string | number | boolean)[]; not: boolean }
  | { segment: string; not: boolean };
type TargetingRule = {
  name: string | null;
  match: "all" | "any";
  conditions: Condition[];
  percentage: number;
  variant: string | null;
};
type Prerequisite = { flagKey: string; variant: string | null };

/** What both kinds of flags have. `json`, not `jsonb`, keeps the order of keys; values are in objects, never alone. */
const decided = () => ({
  /** Hundredths of a percent, where the rollout is no whole number of percents. That number is then this one, rounded. */
  rolloutBasisPoints: integer("rollout_basis_points"),
  type: text("type").$type<"boolean" | "string" | "number" | "object">().notNull().default("boolean"),
  /** Null for a boolean flag, which has true and false. */
  values: json("values").$type<FlagValues>(),
  variants: json("variants").$type<FlagVariant[]>(),
  /** What an object's values have to satisfy. */
  valueSchema: json("value_schema").$type<Record<string, unknown>>(),
  /** What of this counts for the quota `flagValueBytes`: values, which are remembered for answers, and the schema, which is not. */
  valueBytes: integer("value_bytes")
    .notNull()
    .generatedAlwaysAs(
      sql`coalesce(octet_length("values"::text), 0) + coalesce(octet_length(variants::text), 0)`,
    ),
  schemaBytes: integer("schema_bytes")
    .notNull()
    .generatedAlwaysAs(sql`coalesce(octet_length(value_schema::text), 0)`),
});

/** What people say of a flag, and since when it is what it is. */
const described = () => ({
  description: text("description"),
  tags: text("tags").array().notNull().default([]),
  /** A person's id, who may have left meanwhile. */
  ownerId: text("owner_id"),
  /** When what decides its answers last changed, which a trigger notes; null: never. */
  decidedAt: instant("decided_at"),
  /** Since when its evaluations are counted. */
  countedSince: instant("counted_since").notNull().defaultNow(),
});

export const environments = pgTable(
  "environments",
  {
    /** KSUID. */
    id: text("id").primaryKey(),
    projectId: projectId(),
    name: text("name").notNull(),
    key: text("key").notNull(),
    isDefault: boolean("is_default").notNull(),
    /** Whether a change of what it answers has to name it. */
    isProtected: boolean("is_protected").notNull().default(false),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("environments_key").on(table.projectId, sql`lower(${table.key})`),
    uniqueIndex("environments_name").on(table.projectId, sql`lower(${table.name})`),
    uniqueIndex("environments_default").on(table.projectId).where(sql`${table.isDefault}`),
  ],
);

export const flags = pgTable(
  "flags",
  {
    projectId: projectId(),
    /** KSUID, or what the client chose. */
    id: text("id").notNull(),
    environmentId: text("environment_id")
      .notNull()
      .references(() => environments.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    key: text("key").notNull(),
    enabled: boolean("enabled").notNull(),
    rollout: integer("rollout").notNull(),
    ...decided(),
    ...described(),
    /** The key that the flag was created with. Subjects are hashed with it, whatever the flag is called later. */
    salt: text("salt").notNull(),
    /** The last roll of the check endpoint, kept for a minute so that all processes give the same answer. */
    rolledOn: boolean("rolled_on"),
    rolledAt: instant("rolled_at"),
    ...timestamps,
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    unique("flags_key").on(table.environmentId, table.key),
    index().on(table.environmentId, table.createdAt, table.id),
    index("flags_by_name").on(table.environmentId, sortText(table.name), table.id),
    index("flags_of_key").on(table.projectId, table.key, table.createdAt, table.id),
    index("flag_keys_by_creation").on(table.projectId, table.createdAt, table.key),
    index("flag_keys_by_name").on(table.projectId, sortText(table.name), table.key),
    index("flag_keys_by_key").on(table.projectId, sortText(table.key), table.key),
    index("flags_with_values").on(table.projectId).where(sql`value_bytes > 0`),
  ],
);

export const flagGroups = pgTable(
  "flag_groups",
  {
    id: text("id").primaryKey(),
    projectId: projectId(),
    name: text("name").notNull(),
    key: text("key").notNull(),
    prefix: text("prefix").notNull(),
    description: text("description"),
    color: text("color"),
    ...timestamps,
  },
  (table) => [
    unique("flag_groups_key").on(table.projectId, table.key),
    unique("flag_groups_prefix").on(table.projectId, table.prefix),
    index().on(table.projectId, table.createdAt, table.id),
  ],
);

export const groupFlags = pgTable(
  "group_flags",
  {
    id: text("id").primaryKey(),
    groupId: text("group_id")
      .notNull()
      .references(() => flagGroups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    key: text("key").notNull(),
    defaultEnabled: boolean("default_enabled").notNull(),
    defaultPercentage: integer("default_percentage").notNull(),
    ...decided(),
    /** In order; null for none. The two are in `json`, as values are. */
    rules: json("rules").$type<TargetingRule[]>(),
    prerequisites: json("prerequisites").$type<Prerequisite[]>(),
    /** What of these counts for the quota `flagRuleBytes`. */
    ruleBytes: integer("rule_bytes")
      .notNull()
      .generatedAlwaysAs(
        sql`coalesce(octet_length(rules::text), 0) + coalesce(octet_length(prerequisites::text), 0)`,
      ),
    /** How many values the rules look for within texts, for the quota `flagTextSearches`. */
    textSearches: integer("text_searches").notNull().default(0),
    ...described(),
    salt: text("salt").notNull(),
    ...timestamps,
  },
  (table) => [
    unique("group_flags_key").on(table.groupId, table.key),
    index().on(table.groupId, table.createdAt, table.id),
  ],
);

/** Subjects that rules of flags name together. */
export const segments = pgTable(
  "segments",
  {
    /** KSUID. */
    id: text("id").primaryKey(),
    projectId: projectId(),
    name: text("name").notNull(),
    /** Rules name it by this, so that it stays. */
    key: text("key").notNull(),
    description: text("description"),
    match: text("match").$type<"all" | "any">().notNull(),
    conditions: json("conditions").$type<Condition[]>().notNull(),
    ruleBytes: integer("rule_bytes").notNull().generatedAlwaysAs(sql`octet_length(conditions::text)`),
    textSearches: integer("text_searches").notNull().default(0),
    ...timestamps,
  },
  (table) => [
    unique("segments_key").on(table.projectId, table.key),
    index().on(table.projectId, table.createdAt, table.id),
  ],
);

export const records = pgTable(
  "records",
  {
    /** Unique across all projects, because the SDK names a record by this id alone. */
    id: text("id").primaryKey(),
    projectId: projectId(),
    groupId: text("group_id")
      .notNull()
      .references(() => flagGroups.id, { onDelete: "cascade" }),
    name: text("name"),
    /** `json`, not `jsonb`: keeps the order of keys and the notation of numbers. */
    metadata: json("metadata").$type<Record<string, unknown>>().notNull(),
    /**
     * What the list is searched in. Kept in lower case, because making it so takes most of a search's time, and in one
     * column, so that the planner knows how rare a word is. Where the database has `pg_trgm`, the migration gives it an
     * index.
     */
    searchText: text("search_text").notNull().generatedAlwaysAs(sql`lower(id || ' ' || coalesce(name, ''))`),
    ...timestamps,
  },
  (table) => [
    index().on(table.groupId, table.createdAt, table.id),
    index("records_by_update").on(table.groupId, table.updatedAt, table.id),
    index("records_by_name").on(table.groupId, sortText(orEmpty(table.name)), table.id),
    index("records_by_id").on(table.groupId, sortText(table.id), table.id),
    index().on(table.projectId),
  ],
);

/** What one record gets in one environment instead of a group flag's defaults. Null means the default. */
export const overrides = pgTable(
  "overrides",
  {
    recordId: text("record_id").notNull(),
    groupFlagId: text("group_flag_id").notNull(),
    environmentId: text("environment_id").notNull(),
    enabled: boolean("enabled"),
    rollout: integer("rollout"),
    rolloutBasisPoints: integer("rollout_basis_points"),
    /** In an object, because a text alone would be read as JSON once more. */
    value: json("value").$type<{ is: FlagValue }>(),
    ...timestamps,
  },
  (table) => [
    primaryKey({ columns: [table.recordId, table.groupFlagId, table.environmentId] }),
    foreignKey({ columns: [table.recordId], foreignColumns: [records.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.groupFlagId], foreignColumns: [groupFlags.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.environmentId], foreignColumns: [environments.id] }).onDelete("cascade"),
    index().on(table.groupFlagId),
    index().on(table.environmentId),
    index("overrides_with_values").on(table.recordId).where(sql`value is not null`),
  ],
);
