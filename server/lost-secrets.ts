import { releaseWebhooks } from "@/db/schema/release-webhooks";
import { releaseSettings } from "@/db/schema/releases";
import { forwardingRules } from "@/db/schema/webhook-forwarding";
import { webhooks } from "@/db/schema/webhooks";
import { fingerprintOf } from "@/lib/platform/secrets/seal";
import { secretNames } from "@/lib/releases/settings/secrets";

const sealedColumns = [
  ...secretNames.map((each) => ({ table: "release_settings", column: releaseSettings[each].name })),
  { table: "webhooks", column: webhooks.signatureSecret.name },
  { table: "release_webhooks", column: releaseWebhooks.secret.name },
  { table: "forwarding_rules", column: forwardingRules.headerValues.name },
];

type Read = <Row extends object>(text: string) => Promise<Row[]>;

/** `total` is how many sealed values there are, `fingerprints` are those of the secrets that are missing. */
export type LostSecrets = { total: number; lost: number; fingerprints: string[] };

/** Which sealed values in the database none of these secrets opens, as after a restore with another AUTH_SECRET. */
export async function lostSecrets(read: Read, secrets: readonly string[]): Promise<LostSecrets> {
  // A database that an older version wrote lacks what later ones seal.
  const made = await read<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = current_schema()`,
  );
  const there = new Set(made.map(({ table, column }) => `${table}.${column}`));
  const each = sealedColumns
    .filter(({ table, column }) => there.has(`${table}.${column}`))
    .map(({ table, column }) => `select split_part(${column}, '.', 2) as id from ${table}`);
  if (each.length === 0) return { total: 0, lost: 0, fingerprints: [] };
  const rows = await read<{ id: string; count: number }>(
    `select id, count(*)::int as count from (${each.join(" union all ")}) as ids where id is not null group by id`,
  );
  const known = secrets.map(fingerprintOf);
  const lost = rows.filter(({ id }) => !known.includes(id));
  const sum = (of: typeof rows) => of.reduce((all, { count }) => all + count, 0);
  return { total: sum(rows), lost: sum(lost), fingerprints: lost.map(({ id }) => id) };
}

/** What to tell the administrator about them; undefined if nothing is lost. */
export function lostSecretsText({ lost, fingerprints }: LostSecrets): string | undefined {
  if (lost === 0) return undefined;
  const values = lost === 1 ? "1 stored secret was" : `${lost} stored secrets were`;
  return `${values} encrypted with another AUTH_SECRET (fingerprint ${fingerprints.join(", ")}) and can't be used`;
}

export const lostSecretsAdvice =
  "Set the former secret in AUTH_SECRET_PREVIOUS, or enter the tokens and signing secrets again.";
