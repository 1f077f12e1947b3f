import type { Webhook } from "@/components/webhooks/inbox-form-values";

/** What forwards an inbox to somebody's machine, without installing anything. */
export const listenCommand = (appUrl: string, { referenceId }: Pick<Webhook, "referenceId">): string =>
  `npx ${appUrl}/cli.tgz listen ${referenceId} --forward http://localhost:3000`;
