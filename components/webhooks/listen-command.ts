import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { packageFile } from "@/lib/platform/env/package-files";

/** The command that signs in if needed and forwards an inbox to the reader's machine, without installing anything. */
export function listenCommand(appUrl: string, { referenceId }: Pick<Webhook, "referenceId">): string {
  const run = `npx ${appUrl}/${packageFile("cli")}`;
  const target = `http://localhost:${freePort(appUrl)}/webhooks`;
  return `${run} login ${appUrl} --if-needed &&\n  ${run} listen ${referenceId} --forward ${target}`;
}

/** A port of the reader's own server, which isn't that of a local Fieldkit. */
function freePort(appUrl: string): number {
  const { hostname, port } = new URL(appUrl);
  const isLocal = hostname.endsWith("localhost") || hostname === "127.0.0.1" || hostname === "[::1]";
  return isLocal && port === "4000" ? 4001 : 4000;
}
