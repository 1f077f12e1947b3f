import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { MailingSite } from "../mail/mailing-site";
import { content, door, setUpDoor, site, three, writeAnew } from "./mail-door";

setUpDoor();

const run = promisify(execFile);

describe("with nothing configured", () => {
  type Kept = { recipient: string; subject: string; html: string; text: string; attachments: object[] };

  async function outbox(): Promise<Kept[]> {
    const client = new pg.Client({ connectionString: door.databaseUrl() });
    await client.connect();
    try {
      return (await client.query("select * from outbox_mails order by created_at")).rows;
    } finally {
      await client.end();
    }
  }

  it("a release without recipients is 409", async () => {
    expect((await site.expectRefused(409)).error).toBe(
      "No e-mail recipients are configured for this project",
    );
  });

  it("mail is kept in the outbox, once for each recipient and revision, also of 20 at once", async () => {
    await writeAnew();
    await site.setRecipients(three);
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.send()));
    for (const { status, text } of answers) expect([200, 409], text).toContain(status);
    await site.expectSent();
    const kept = await outbox();
    expect(kept.map(({ recipient }) => recipient).sort()).toEqual([...three].sort());
    expect(kept[0]).toMatchObject({
      subject: "Draft: January 1",
      attachments: [{ name: "price list.txt", size: 5 }],
    });
    expect(kept[0]?.html).toContain("<strong>Gift</strong>");
    expect(kept[0]?.html).not.toMatch(/<script|href="javascript/);
    await writeAnew();
    await site.expectSent();
    expect(await outbox()).toHaveLength(6);
  });

  it("an invitation is kept there too", async () => {
    const { url } = await site.invite("guest@example.com");
    await expect
      .poll(async () => (await outbox()).find(({ recipient }) => recipient === "guest@example.com")?.text)
      .toContain(url);
  });

  it("the operator reads what is kept", async () => {
    const command = (...args: string[]) =>
      run(process.execPath, ["--import", "tsx", "db/show-outbox.ts", ...args], {
        env: { ...process.env, ...door.operatorEnv() },
      });
    const { stdout } = await command();
    const lines = stdout.trim().split("\n");
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatch(/guest@example\.com {2}You are invited to/);
    const mail = await command(lines[0]?.split(" ")[0] ?? "");
    expect(mail.stdout).toMatch(/^To: guest@example\.com\nSubject: You are invited/);
    expect(mail.stdout).toContain("/invitations/");
    expect((await command("unknown")).stdout).toBe("There is no email with this ID.\n");
  });

  it("a test goes to whoever asks, more than once, and takes nothing from the recipients", async () => {
    const before = (await outbox()).length;
    const text = await writeAnew();
    const test = () => site.owner.done("POST", `${site.path}/send-test`, {});
    expect(await test()).toEqual({ success: true });
    expect(await test()).toEqual({ success: true });
    const tests = (await outbox()).slice(before);
    expect(tests.map(({ recipient, subject }) => [recipient, subject])).toEqual(
      Array(2).fill([`ada-${door.port}@example.com`, `Test: Draft: ${text.title}`]),
    );
    expect(tests[0]?.attachments).toEqual([expect.objectContaining({ name: "price list.txt", size: 5 })]);
    await site.expectSent();
    expect(await outbox()).toHaveLength(before + 2 + three.length);
  });

  it("leads to the public page once there is one, and into the dashboard until then", async () => {
    const lastText = async () => (await outbox()).at(-1)?.text ?? "";
    const test = () => site.owner.done("POST", `${site.path}/send-test`, {});
    await test();
    expect(await lastText()).toMatch(new RegExp(`/shop/releases/${site.releaseId}$`, "m"));
    const settings = `/api/projects/${site.projectId}/release-settings`;
    await site.owner.done("PUT", settings, { changelog: true });
    await test();
    expect(await lastText()).not.toContain("/changelog/");
    const other = await MailingSite.create(door.port, "public");
    await other.owner.done("PUT", `/api/projects/${other.projectId}/release-settings`, { changelog: true });
    await other.write({ title: "Out", content });
    await other.owner.done("POST", `${other.path}/publish`, {});
    await other.owner.done("POST", `${other.path}/send-test`, {});
    const url = /^Open in Fieldkit: (.+)$/m.exec(await lastText())?.[1] ?? "";
    expect(url).toMatch(new RegExp(`/changelog/[^/]+/shop/${other.releaseId}$`));
    expect((await fetch(url)).status).toBe(200);
  });

  it("shows images of the notes where everybody may see them, and their words elsewhere", async () => {
    const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
    const illustrated = await MailingSite.create(door.port, "illustrated");
    await illustrated.attach("cart.png", "image/png", gif);
    const [image] = await illustrated.owner.done<{ id: string }[]>("GET", `${illustrated.path}/attachments`);
    await illustrated.write({ title: "Cart", content: `See ![the *cart*](attachment:${image?.id}).` });
    const lastTest = async () => {
      await illustrated.owner.done("POST", `${illustrated.path}/send-test`, {});
      return (await outbox()).at(-1);
    };
    const settings = `/api/projects/${illustrated.projectId}/release-settings`;
    await illustrated.owner.done("PUT", settings, { changelog: true });
    const draft = await lastTest();
    expect(draft?.html).toContain("<p>See the cart.</p>");
    expect(draft?.text).toContain("See the *cart*.");
    await illustrated.publish();
    const published = await lastTest();
    expect(published?.text).toContain("See the *cart*.");
    const [, address] = /<img src="(http[^"]+)" alt="the cart">/.exec(published?.html ?? "") ?? [];
    expect(address).toMatch(new RegExp(`/changelog/[^/]+/shop/images/${image?.id}$`));
    expect((await fetch(address ?? "")).headers.get("content-type")).toBe("image/gif");
    await illustrated.owner.done("PUT", settings, { changelog: false });
    expect((await lastTest())?.html).toContain("<p>See the cart.</p>");
  });
});
