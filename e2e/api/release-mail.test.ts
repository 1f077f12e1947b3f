import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Caller } from "../caller";
import { found, MailingSite } from "../mail/mailing-site";
import { type MailService, noFaults, type Received } from "../mail/received";
import { resendKey, startResendService } from "../mail/resend-service";
import { smtpUser, startSmtpService } from "../mail/smtp-service";
import { content, door, setUpDoor, site, three, writeAnew } from "./mail-door";

/** @returns the part of a header or body between angle brackets or behind the word */
const linkIn = (text: string | undefined) => /https?:\/\/[^\s>"]+/.exec(text ?? "")?.[0] ?? "";

const services = [
  {
    name: "SMTP",
    start: startSmtpService,
    from: "notes@fieldkit.example",
    settings: (port: number) => ({
      SMTP_URL: `smtp://${encodeURIComponent(smtpUser.user)}:${encodeURIComponent(smtpUser.pass)}@127.0.0.1:${port}`,
      RESEND_API_KEY: "",
      RESEND_BASE_URL: "",
      MAIL_FROM: "Fieldkit <notes@fieldkit.example>",
    }),
    secrets: [
      smtpUser.pass,
      encodeURIComponent(smtpUser.pass),
      Buffer.from(smtpUser.pass).toString("base64"),
    ],
    refusal: "The mail server refused the message: 550 5.1.1 There is no bob@example.com here",
    silence: "The mail server did not answer in time. Try again later.",
    absence: "The mail server was not reached. Try again later.",
  },
  {
    name: "Resend",
    start: startResendService,
    from: "Fieldkit <notes@fieldkit.example>",
    settings: (port: number) => ({
      SMTP_URL: "",
      RESEND_API_KEY: resendKey,
      RESEND_BASE_URL: `http://127.0.0.1:${port}`,
      MAIL_FROM: "Fieldkit <notes@fieldkit.example>",
    }),
    secrets: [resendKey],
    refusal: "The mail service refused the message: Invalid `to` field: bob@example.com",
    silence: "The mail service did not answer in time. Try again later.",
    absence: "The mail service was not reached. Try again later.",
  },
];

// Each start takes seconds: the first one is with the first service.
setUpDoor(services[0]?.settings);
let isProved = false;

describe.each(services)("over $name", (described) => {
  const { start, settings, secrets } = described;
  let service: MailService;
  /** What arrived since it was asked before. */
  const arrived = (): Received[] => service.received.splice(0);

  beforeAll(async () => {
    service = await start(door.targetPort);
    if (isProved) {
      await door.end();
      await door.restart(settings(door.targetPort));
    } else {
      await site.proveAddress(service.received);
      isProved = true;
    }
    await site.setRecipients(three);
  });
  afterEach(() => {
    service.faults = noFaults();
    service.received.length = 0;
    for (const secret of secrets) expect(door.log()).not.toContain(secret);
  });
  afterAll(() => service.close());

  it("each recipient gets a message of their own, with both texts and the attachments", async () => {
    const { title } = await writeAnew();
    const bytes = Buffer.from([0, 255, 10, 13, 46, 10]);
    await site.attach("Zoë’s “plan”.bin", "application/octet-stream", bytes);
    await site.expectSent();
    const mails = arrived();
    expect(mails.map(({ to }) => to).sort()).toEqual([...three].sort());
    for (const { from, subject, html, text, headers, attachments } of mails) {
      expect(from).toBe(described.from);
      expect(subject).toBe(`Draft: ${title}`);
      expect(html).toContain('<a href="https://example.com/x?a=1&amp;b=2"');
      expect(html).not.toMatch(/<script|href="javascript/);
      expect(text).toContain("- a <script> and");
      expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
      expect(attachments.at(-1)).toMatchObject({ name: "Zoë’s “plan”.bin", content: bytes });
      expect(attachments[0]).toMatchObject({ name: "price list.txt", contentType: "text/plain" });
    }
    await site.expectSent();
    expect(arrived()).toEqual([]);
  });

  it("whoever has not proved their address mails nobody, and is told how to", async () => {
    const other = await MailingSite.create(door.port, `unproved-${described.name.toLowerCase()}`);
    await other.setRecipients(["victim@example.com"]);
    const { error } = await other.expectRefused(403);
    expect(error).toMatch(/^Verify .+ first: POST \/api\/auth\/send-verification-email sends a link/);
    expect((await other.owner.send("POST", `${other.path}/send-test`, { body: {} })).status).toBe(403);
    const [project] = await other.owner.done<{ referenceId: string }[]>(
      "GET",
      `/api/teams/${other.teamId}/projects`,
    );
    const keys = `/api/projects/${project?.referenceId}/api-keys`;
    const { key } = await other.owner.done<{ key: string }>("POST", keys, { name: "Mine", personal: true });
    const sent = await new Caller(door.port).send("POST", `${other.path}/send-email`, {
      body: {},
      headers: { authorization: `Bearer ${key}` },
    });
    expect([sent.status, sent.text]).toEqual([
      403,
      expect.stringContaining("The owner of this key hasn't verified"),
    ]);
    expect((await other.invite("victim@example.com")).emailStatus).toMatchObject({
      state: "needs_verification",
    });
    await other.proveAddress(service.received);
    expect(arrived()).toEqual([]);
    await other.write({ content });
    await other.expectSent();
    expect(arrived().map(({ to }) => to)).toEqual(["victim@example.com"]);
  });

  it("of 20 requests at once nobody gets it twice", async () => {
    await writeAnew();
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.send()));
    for (const { status, text } of answers) expect([200, 409], text).toContain(status);
    await site.expectSent();
    expect(
      arrived()
        .map(({ to }) => to)
        .sort(),
    ).toEqual([...three].sort());
  });

  it("who got the draft gets the published release too, once", async () => {
    const release = await site.newRelease();
    await release.write({ title: "Spring", content });
    await release.expectSent();
    await release.publish();
    const answers = await Promise.all(Array.from({ length: 5 }, () => release.send()));
    for (const { status, text } of answers) expect([200, 409], text).toContain(status);
    await release.expectSent();
    const subjects = arrived().map(({ subject }) => subject);
    expect(subjects.sort()).toEqual([...three.map(() => "Draft: Spring"), ...three.map(() => "Spring")]);
  });

  it("a refused recipient is named, the others have it, and a repeat tries only the one", async () => {
    await writeAnew();
    service.faults.refused.add("bob@example.com");
    const { error, code, issues } = await site.expectRefused(502);
    expect(code).toBe("bad_gateway");
    expect(error).toBe(
      `The release was sent to 2 of 3 recipients. bob@example.com: ${described.refusal} Sending again tries only those.`,
    );
    expect(issues).toEqual([{ path: "emailRecipients.1", message: described.refusal }]);
    expect(
      arrived()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(["Eve@example.com", "ada@example.com"]);
    service.faults.refused.clear();
    await site.expectSent();
    expect(arrived().map(({ to }) => to)).toEqual(["bob@example.com"]);
  });

  it("refused credentials are the operator's, and are shown to nobody", async () => {
    await writeAnew();
    service.faults.refusesCredentials = true;
    const { error } = await site.expectRefused(502);
    expect(error).toMatch(/sent to 0 of 3 recipients.* does not accept the credentials of this installation/);
    for (const secret of secrets) expect(error).not.toContain(secret);
    expect(arrived()).toEqual([]);
    expect(door.log()).toContain("does not accept the credentials");
  });

  it("an answer that got lost leads to no second message", async () => {
    await writeAnew();
    await site.setRecipients(["ada@example.com"]);
    service.faults.losesAnswers = true;
    await site.expectRefused(502);
    service.faults.losesAnswers = false;
    const { status } = await site.send();
    expect([200, 409]).toContain(status);
    expect(arrived()).toHaveLength(1);
    await site.setRecipients(three);
  });

  it("an invitation arrives with its link", async () => {
    const { url } = await site.invite("guest@example.com");
    const mail = await found(service.received, ({ to }) => to === "guest@example.com");
    expect(mail.text).toContain(url);
    expect(mail.html).toContain(url);
  });

  it("a recipient ends the mails by their own link, and by a click on its page", async () => {
    await writeAnew();
    await site.expectSent();
    const mails = arrived();
    const link = (to: string) => linkIn(mails.find((mail) => mail.to === to)?.headers["list-unsubscribe"]);
    const page = await fetch(link("bob@example.com"));
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await site.recipients()).toEqual(three);
    const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
    for (let clicks = 0; clicks < 2; clicks += 1) {
      const answer = await fetch(link("bob@example.com"), oneClick);
      expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    }
    const clicked = await fetch(link("Eve@example.com"), {
      method: "POST",
      headers: { accept: "text/html" },
    });
    expect(await clicked.text()).toContain("You are unsubscribed");
    expect(await site.recipients()).toEqual(["ada@example.com"]);
    expect((await fetch(`${link("ada@example.com")}x`, { method: "POST" })).status).toBe(404);
    await site.setRecipients(three);
    await writeAnew();
    await site.expectSent();
    expect(arrived().map(({ to }) => to)).toEqual(["ada@example.com"]);
    for (const to of ["bob@example.com", "Eve@example.com"]) {
      const answer = await fetch(`${link(to)}/confirm`, { method: "POST" });
      expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    }
    await site.expectSent();
    expect(arrived()).toHaveLength(2);
  });

  it("a service that says nothing ends in an answer, and in a message once it speaks", async () => {
    await writeAnew();
    service.faults.isSilent = true;
    const startedAt = performance.now();
    const { error } = await site.expectRefused(502);
    expect(error).toContain(described.silence);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(arrived()).toEqual([]);
    service.faults.isSilent = false;
    await site.expectSent();
    expect(arrived()).toHaveLength(3);
  });

  it("a release that can't be sent says why, and is sent when the service is back", async () => {
    await writeAnew();
    await service.close();
    const { error } = await site.expectRefused(502);
    expect(error).toBe(
      `The release was sent to 0 of 3 recipients. ada@example.com, bob@example.com, Eve@example.com: ${described.absence} Sending again tries only those.`,
    );
    const waiting = await site.emails();
    expect(waiting.map(({ recipient }) => recipient).sort()).toEqual(
      three.map((each) => each.toLowerCase()).sort(),
    );
    for (const { emailStatus } of waiting) {
      const reason = { error: described.absence, nextAttemptAt: expect.any(String) };
      expect(emailStatus).toMatchObject({ state: "queued", ...reason });
    }
    service = await start(door.targetPort);
    const to = () => service.received.map((mail) => mail.to).sort();
    await expect.poll(to).toEqual([...three].sort());
    await expect
      .poll(async () => (await site.emails()).map(({ emailStatus }) => emailStatus.state))
      .toEqual(["sent", "sent", "sent"]);
    await site.expectSent();
    expect(arrived()).toHaveLength(3);
  });

  it("an invitation says why its email wasn't sent, and is sent when the service is back", async () => {
    await service.close();
    const invited = `late-${described.name.toLowerCase()}@example.com`;
    const { id, emailStatus } = await site.invite(invited);
    expect(emailStatus).toMatchObject({ state: "queued", error: null });
    const status = () => site.statusOfInvitation(id);
    const reason = described.absence.replace(" Try again later.", "");
    await expect
      .poll(status)
      .toMatchObject({ state: "queued", error: reason, nextAttemptAt: expect.any(String) });
    service = await start(door.targetPort);
    await expect.poll(status).toMatchObject({ state: "sent", error: null, sentAt: expect.any(String) });
    expect(arrived().map(({ to }) => to)).toEqual([invited]);
  });

  it("an invitation whose recipient is refused has failed", async () => {
    service.faults.refused.add("bob@example.com");
    const { id } = await site.invite("bob@example.com");
    await expect
      .poll(() => site.statusOfInvitation(id))
      .toMatchObject({ state: "failed", error: described.refusal, nextAttemptAt: null });
  });

  it.runIf(described.name === "Resend")("what comes too fast is sent a little later", async () => {
    await writeAnew();
    service.faults.tooFast = 3;
    await site.expectSent();
    expect(arrived()).toHaveLength(3);
  });
});
