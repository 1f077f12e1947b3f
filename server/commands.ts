/**
 * What an operator runs beside the server: the names of the scripts in `package.json` and their sources. The build bundles
 * each as `dist/<name>.js`, because a packed Fieldkit has no compiler.
 */
export const commands = {
  backup: "server/back-up.ts",
  doctor: "server/doctor/main.ts",
  migrate: "server/migrate-database.ts",
  outbox: "db/show-outbox.ts",
  restore: "server/restore.ts",
  user: "server/manage-users.ts",
} as const;
