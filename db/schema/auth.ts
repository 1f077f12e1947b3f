import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, timestamps } from "./columns";

export const users = pgTable("users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  /** Whether a password alone no longer signs in. */
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  /** When any of their sessions was last in use, to within some minutes. */
  lastSeenAt: instant("last_seen_at"),
  /** Counts the times that access to the account was ended, so that a sign-in under way at that moment can tell. */
  accessEpoch: integer("access_epoch").notNull().default(0),
  ...timestamps,
});

export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    token: text("token").notNull().unique(),
    expiresAt: instant("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** How the person signed in, in the form of `SignInMethod`. Null for sessions from before this was stored. */
    method: text("method"),
    ...timestamps,
  },
  (table) => [index().on(table.userId)],
);

export const accounts = pgTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    ...timestamps,
  },
  (table) => [index().on(table.userId)],
);

export const verifications = pgTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    /** The account that it belongs to, with which it ends. Null where nobody is known yet, as in a first sign-in. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
    ...timestamps,
  },
  (table) => [index().on(table.identifier), index().on(table.userId)],
);

/** The secret of somebody's two-factor codes and their recovery codes, both encrypted. */
export const twoFactors = pgTable("two_factors", {
  id: text("id").primaryKey(),
  userId: text("user_id")
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: "cascade" }),
  secret: text("secret").notNull(),
  backupCodes: text("backup_codes").notNull(),
  /** False until the first code was given. */
  verified: boolean("verified").notNull().default(true),
  failedVerificationCount: integer("failed_verification_count").notNull().default(0),
  lockedUntil: instant("locked_until"),
  /** When it was turned on, or its recovery codes were last renewed. */
  changedAt: instant("changed_at").notNull().defaultNow(),
});

export const passkeys = pgTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name"),
    credentialID: text("credential_id").notNull().unique(),
    publicKey: text("public_key").notNull(),
    counter: integer("counter").notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text("transports"),
    aaguid: text("aaguid"),
    createdAt: instant("created_at")
      .notNull()
      .$defaultFn(() => new Date()),
  },
  (table) => [index().on(table.userId, table.createdAt, table.id)],
);

/** From where somebody signed in before, which others' failures do not close. */
export const signInPlaces = pgTable(
  "sign_in_places",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** A keyed hash of the client's address, so that the table says nothing about where people are. */
    place: text("place").notNull(),
    usedAt: instant("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] }), index().on(table.usedAt)],
);

/** Fixed windows that count attempts, shared by all processes on one database. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    resetAt: instant("reset_at").notNull(),
  },
  (table) => [index().on(table.resetAt)],
);
