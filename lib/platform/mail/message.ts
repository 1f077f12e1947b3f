/** One message to one recipient. */
export type Mail = {
  /** A UUID that stays the same when the same message is tried again. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Headers beside those that every message has, such as `List-Unsubscribe`. */
  headers?: Record<string, string>;
  attachments?: readonly MailAttachment[];
};

export type MailAttachment = { name: string; contentType: string; content: Buffer };

/**
 * Hands one message over; resolves once the other side has accepted it.
 * @throws {MailError} within a minute
 */
export type SendMail = (mail: Mail) => Promise<void>;
