import { withoutSecrets } from "@/lib/platform/secrets/without-secrets";

/** Whether only this recipient is affected, or the next mail would fail as well. */
export type MailScope = "recipient" | "service";

/** `unknown`: the message was handed over, but nobody said whether it was taken. */
export type MailOutcome = "not sent" | "unknown";

type Details = {
  scope: MailScope;
  outcome?: MailOutcome;
  /** Whether another attempt would be refused, too. */
  isFinal?: boolean;
  /** For the log, without credentials. */
  detail?: string | undefined;
};

/** An expected failure to send. The message is for the caller. */
export class MailError extends Error {
  override readonly name = "MailError";
  readonly scope: MailScope;
  readonly outcome: MailOutcome;
  readonly isFinal: boolean;
  readonly detail: string | undefined;

  constructor(message: string, { scope, outcome = "not sent", isFinal = false, detail }: Details) {
    super(message);
    this.scope = scope;
    this.outcome = outcome;
    this.isFinal = isFinal;
    this.detail = detail;
  }
}

export const badCredentials =
  "The mail service does not accept the credentials of this installation. Ask its operator to check them.";

/** What the other side said, on one short line and without these secrets, which it might repeat. */
export function reasonOf(text: string, secrets: readonly string[]): string {
  return withoutSecrets(text, secrets)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}
