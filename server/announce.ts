import { databaseFault } from "@/db/database";
import { writerName } from "@/lib/platform/ai/model";
import { busName } from "@/lib/platform/bus/bus";
import { env } from "@/lib/platform/env/env";
import { mailName } from "@/lib/platform/mail/mail";
import { versionText } from "@/lib/platform/version/version";

/** Tells the operator what this process uses and where it answers: a line each. */
export function announce(output: NodeJS.WritableStream): void {
  const { appUrl, wsUrl, databaseUrl, dataDir, mockDomain, rateLimit, authSecret } = env();
  const { protocol } = new URL(appUrl);
  const readOnly = databaseFault() === "full" ? ", only to be read: its disk is full" : "";
  const lines = [
    `  version       ${versionText()}, Node ${process.versions.node}`,
    `  database      ${databaseUrl ? withoutPassword(databaseUrl) : `embedded Postgres in ${dataDir}${readOnly}`}`,
    `  bus           ${busName()}`,
    `  writing       ${writerName()}`,
    `  mail          ${mailName()}`,
    `  secret        ${authSecret ? "AUTH_SECRET" : `generated, in ${dataDir}`}`,
    ...(rateLimit ? [] : ["  limits        off (RATE_LIMIT=off)"]),
    "",
    `  Dashboard     ${appUrl}`,
    `  API           ${appUrl}/api (described at /api/openapi.json)`,
    `  Streams       ${wsUrl}/ws/webhook/<inbox id>`,
    `  Project hosts ${protocol}//<host label>.${mockDomain} (the overview of a project shows its URL)`,
  ];
  output.write(`\nFieldkit is ready.\n\n${lines.join("\n")}\n\n`);
}

function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "Postgres";
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `Postgres at ${hostname || "a local socket"}${port && `:${port}`}${pathname}`;
}
