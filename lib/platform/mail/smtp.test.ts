import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MailError } from "./mail-error";
import { createSmtpMailer } from "./smtp";

const mail = { id: "1", to: "ada@example.com", subject: "x", html: "<p>x</p>", text: "x" };
const auth = { user: "fieldkit", pass: "hunter22" };

let server: SMTPServer;
let port: number;
const signedIn: string[] = [];
let taken = 0;

/** Without TLS, as whoever reads along would have it. */
beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    authOptional: true,
    closeTimeout: 100,
    onAuth({ username }, _, done) {
      signedIn.push(String(username));
      done(null, { user: username });
    },
    onData(stream, _, done) {
      stream.resume().on("end", () => {
        taken += 1;
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const address = server.server.address();
  port = address && typeof address === "object" ? address.port : 0;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const send = (host: string, given: typeof auth | undefined) =>
  createSmtpMailer({ host, port, secure: false, auth: given, from: "notes@fieldkit.example" })(mail);

describe("without TLS", () => {
  it("a password goes to this machine", async () => {
    await send("127.0.0.1", auth);
    expect([signedIn.splice(0), taken]).toEqual([["fieldkit"], 1]);
  });

  it("a password goes nowhere else", async () => {
    // Leads to this machine too, by a name that does not say so.
    const attempt = send("0.0.0.0", auth);
    await expect(attempt).rejects.toThrow(MailError);
    await expect(attempt).rejects.toMatchObject({ scope: "service", outcome: "not sent" });
    expect([signedIn, taken]).toEqual([[], 1]);
  });

  it("mail without a password goes out", async () => {
    await send("0.0.0.0", undefined);
    expect([signedIn, taken]).toEqual([[], 2]);
  });
});
