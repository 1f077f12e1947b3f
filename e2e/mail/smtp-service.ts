import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { type MailService, noFaults, type Received } from "./received";

export const smtpUser = { user: "fieldkit", pass: "smtp pass/word ü" };

/** A real SMTP server without TLS that wants a sign-in, and parses what it takes. */
export async function startSmtpService(port: number): Promise<MailService> {
  const state = { received: [] as Received[], faults: noFaults() };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onConnect(_, done) {
      if (!state.faults.isSilent) done();
    },
    onAuth({ username, password }, _, done) {
      if (username === smtpUser.user && password === smtpUser.pass && !state.faults.refusesCredentials) {
        done(null, { user: username });
      } else done(new Error(`Sign-in of ${username} with ${password} refused`));
    },
    onRcptTo({ address }, _, done) {
      done(state.faults.refused.has(address) ? refusal(550, `5.1.1 There is no ${address} here`) : undefined);
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom ? mailFrom.address : "";
      for (const { address } of rcptTo) {
        state.received.push(await parsed(Buffer.concat(chunks), from, address));
      }
      if (!state.faults.losesAnswers) done();
      else for (const connection of server.connections) connection.close();
    },
  });
  // What a client does wrong is seen by the test in what arrives.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return Object.assign(state, { close });
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function parsed(raw: Buffer, from: string, to: string): Promise<Received> {
  const mail = await PostalMime.parse(raw);
  return {
    from,
    to,
    subject: mail.subject ?? "",
    html: mail.html ?? "",
    text: mail.text ?? "",
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? "",
      contentType: mimeType,
      content: typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
    })),
  };
}
