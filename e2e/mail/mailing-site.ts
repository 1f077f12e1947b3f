import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import type { EmailStatus } from "@/lib/auth/emails/contract";
import { type Answer, Caller } from "../caller";
import { emptyRangeAt } from "../empty-range";
import type { Received } from "./received";

export type Refusal = { error: string; code: string; issues?: { path: string; message: string }[] };

type SentInvitation = { id: string; url: string; emailStatus: EmailStatus | null };

/** A person with a team, a project and a release with a text, on one process. */
export class MailingSite {
  private constructor(
    readonly owner: Caller,
    readonly teamId: string,
    readonly projectId: string,
    readonly releaseId: string,
  ) {}

  static async create(port: number, name = "ada"): Promise<MailingSite> {
    const owner = await new Caller(port).signedUp(`${name}-${port}@example.com`);
    const [team] = await owner.done<{ id: string }[]>("GET", "/api/teams");
    const fields = { name: "Shop", slug: "shop" };
    const project = await owner.done<{ id: string }>("POST", `/api/teams/${team?.id}/projects`, fields);
    return MailingSite.withRelease(owner, team?.id ?? "", project.id);
  }

  private static async withRelease(owner: Caller, teamId: string, projectId: string): Promise<MailingSite> {
    const path = `/api/projects/${projectId}/releases`;
    const range = emptyRangeAt(`http://localhost:${owner.port}`);
    const release = await owner.done<{ id: string }>("POST", `${path}/generate`, range);
    const isDraft = async () =>
      expect((await owner.done("GET", `${path}/${release.id}`)).status).toBe("draft");
    await vi.waitFor(isDraft, { interval: 50, timeout: 60_000 });
    return new MailingSite(owner, teamId, projectId, release.id);
  }

  /** The same project with a release of its own. */
  newRelease(): Promise<MailingSite> {
    return MailingSite.withRelease(this.owner, this.teamId, this.projectId);
  }

  get path() {
    return `/api/projects/${this.projectId}/releases/${this.releaseId}`;
  }

  /** Changes the text, by which everybody may get it once more. */
  write(fields: { title?: string; content?: string }) {
    return this.owner.done("PUT", this.path, fields);
  }

  publish() {
    return this.owner.done("POST", `${this.path}/publish`, {});
  }

  setRecipients(emailRecipients: string[]) {
    return this.owner.done("PUT", `/api/projects/${this.projectId}/release-settings`, { emailRecipients });
  }

  async recipients() {
    const path = `/api/projects/${this.projectId}/release-settings`;
    return (await this.owner.done<{ emailRecipients: string[] }>("GET", path)).emailRecipients;
  }

  send(): Promise<Answer> {
    return this.owner.send("POST", `${this.path}/send-email`, { body: {} });
  }

  async expectSent(): Promise<void> {
    const { status, text } = await this.send();
    expect({ status, text }).toEqual({ status: 200, text: JSON.stringify({ success: true }) });
  }

  async expectRefused(status: number): Promise<Refusal> {
    const answer = await this.send();
    expect(answer.status, answer.text).toBe(status);
    return JSON.parse(answer.text) as Refusal;
  }

  /** Uploads a file as a browser does. */
  async attach(name: string, contentType: string, content: Buffer | string): Promise<void> {
    const form = new FormData();
    form.append("file", new File([content as BlobPart], name, { type: contentType }));
    const { port, cookie } = this.owner;
    const answer = await fetch(`http://localhost:${port}${this.path}/attachments`, {
      method: "POST",
      headers: { cookie },
      body: form,
    });
    expect(answer.status, await answer.text()).toBe(201);
  }

  /** Verifies the owner's address by the link that is mailed to it. */
  async proveAddress(received: Received[]): Promise<void> {
    const { email } = (await this.owner.done<{ user: { email: string } }>("GET", "/api/auth/get-session"))
      .user;
    await this.owner.done("POST", "/api/auth/send-verification-email", {});
    const mail = await found(received, ({ to, text }) => to === email && text.includes("/verify-email/"));
    const link = new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? "").pathname;
    const page = await this.owner.send("GET", link);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("<form")]);
    await this.owner.done("POST", link);
    received.splice(received.indexOf(mail), 1);
  }

  /** The response has the link, even if the email can't be sent. */
  invite(email: string): Promise<SentInvitation> {
    return this.owner.done("POST", `/api/teams/${this.teamId}/invitations`, { email });
  }

  emails(): Promise<{ recipient: string; emailStatus: EmailStatus }[]> {
    return this.owner.done("GET", `${this.path}/emails`);
  }

  async statusOfInvitation(id: string): Promise<EmailStatus | null | undefined> {
    const listed = await this.owner.done<SentInvitation[]>("GET", `/api/teams/${this.teamId}/invitations`);
    return listed.find((each) => each.id === id)?.emailStatus;
  }
}

/** Waits until the list has an element like this one. */
export async function found<T>(list: readonly T[], matches: (each: T) => boolean): Promise<T> {
  for (const endsAt = Date.now() + 20_000; Date.now() < endsAt; await sleep(50)) {
    const element = list.find(matches);
    if (element) return element;
  }
  throw new Error("It did not arrive");
}
