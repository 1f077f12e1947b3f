import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { packageFile } from "@/lib/platform/env/package-files";

/** What forwards an inbox to somebody's machine, without installing anything. */
export const listenCommand = (appUrl: string, { referenceId }: Pick<Webhook, "referenceId">): string =>
  `npx ${appUrl}/${packageFile("cli")} listen ${referenceId} --forward http://localhost:3000`;
