/** A message as a mail service took it. */
export type Received = {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  attachments: { name: string; contentType: string; content: Buffer }[];
};

/** What can be wrong with a mail service. */
export type Faults = {
  /** Addresses that it does not deliver to. */
  refused: Set<string>;
  /** Takes connections and says nothing. */
  isSilent: boolean;
  /** Takes messages whole, then closes without a word. */
  losesAnswers: boolean;
  refusesCredentials: boolean;
  /** Messages that it puts off because they come too fast, before it takes more. */
  tooFast: number;
};

export const noFaults = (): Faults => ({
  refused: new Set(),
  isSilent: false,
  losesAnswers: false,
  refusesCredentials: false,
  tooFast: 0,
});

/** A mail service on this machine. Its faults can be changed at any time. */
export type MailService = { received: Received[]; faults: Faults; close(): Promise<void> };
