import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { content, door, setUpDoor, site, writeAnew } from "./mail-door";

setUpDoor();

type Mail = { recipient: string; subject: string; text: string };
type Subscriber = { id: string; email: string };

const settings = (fields: object) =>
  site.owner.done("PUT", `/api/projects/${site.projectId}/release-settings`, fields);
const subscribers = () =>
  site.owner.done<Subscriber[]>("GET", `/api/projects/${site.projectId}/release-subscribers`);

async function mails(): Promise<Mail[]> {
  const client = new pg.Client({ connectionString: door.databaseUrl() });
  await client.connect();
  try {
    return (await client.query("select * from outbox_mails order by created_at")).rows;
  } finally {
    await client.end();
  }
}

const mailsTo = async (address: string) => (await mails()).filter(({ recipient }) => recipient === address);

let place: string;
/** Sends the form of the public page, as a browser does that nobody is signed in with. */
function enter(email: string, accept = "application/json", at = place) {
  const form = new FormData();
  form.append("email", email);
  return fetch(`http://localhost:${door.port}/api/changelogs/${at}/subscriptions`, {
    method: "POST",
    headers: { accept },
    body: form,
  });
}

async function linkIn(address: string): Promise<string> {
  const mail = (await mailsTo(address)).findLast(({ subject }) => subject.startsWith("Subscribe to"));
  return /https?:\/\/\S+\/api\/release-subscribers\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
}

async function subscribe(address: string): Promise<void> {
  expect((await enter(address)).status).toBe(200);
  expect((await fetch(await linkIn(address), { method: "POST" })).status).toBe(200);
}

beforeAll(async () => {
  const [team] = await site.owner.done<{ slug: string }[]>("GET", "/api/teams");
  place = `${team?.slug}/shop`;
});

describe("subscribing on the public page", () => {
  it("is not possible before somebody allows it", async () => {
    expect((await enter("ada@example.com")).status).toBe(404);
    await settings({ changelog: true });
    expect((await enter("ada@example.com")).status).toBe(404);
    const page = () =>
      fetch(`http://localhost:${door.port}/changelog/${place}`).then((answer) => answer.text());
    expect(await page()).not.toContain('name="email"');
    await settings({ subscriptions: true });
    expect(await page()).toContain('name="email"');
    expect(await mails()).toEqual([]);
  });

  it("asks by mail first, once, and stores nothing before the link is opened", async () => {
    const answer = await enter("Ada@Example.com", "text/html");
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("One more step")]);
    const again = await enter("ada@example.com");
    expect([again.status, await again.json()]).toEqual([200, { success: true, email: "not_configured" }]);
    expect(await mailsTo("Ada@Example.com")).toHaveLength(1);
    expect(await mailsTo("ada@example.com")).toHaveLength(0);
    expect(await subscribers()).toEqual([]);
    const link = await linkIn("Ada@Example.com");
    // Programs open the links of mails, too.
    const page = await fetch(link);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining("Send releases to ada@example.com?"),
    ]);
    expect(await subscribers()).toEqual([]);
    expect((await fetch(link, { method: "POST" })).status).toBe(200);
    expect((await fetch(link, { method: "POST" })).status).toBe(200);
    expect((await subscribers()).map(({ email }) => email)).toEqual(["ada@example.com"]);
  });

  it("brings releases beside the recipients of the settings, each address once, until it is ended", async () => {
    await settings({ emailRecipients: ["team@example.com", "ADA@example.com"] });
    await subscribe("eve@example.com");
    await writeAnew();
    await site.expectSent();
    const released = async () =>
      (await mails())
        .filter(({ text }) => text.includes("Unsubscribe: "))
        .map(({ recipient }) => recipient)
        .sort();
    expect(await released()).toEqual(["ADA@example.com", "eve@example.com", "team@example.com"]);
    const [mail] = (await mailsTo("eve@example.com")).filter(({ text }) => text.includes("Unsubscribe: "));
    const end = /Unsubscribe: (\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await fetch(end, { method: "POST" })).status).toBe(200);
    expect((await subscribers()).map(({ email }) => email)).toEqual(["ada@example.com"]);
    await site.write({ content: `${content}\nmore` });
    await site.expectSent();
    expect((await released()).filter((address) => address.startsWith("eve"))).toHaveLength(1);
    // They may change their mind by the same link.
    expect((await fetch(`${end}/confirm`, { method: "POST" })).status).toBe(200);
    expect((await subscribers()).map(({ email }) => email).sort()).toEqual([
      "ada@example.com",
      "eve@example.com",
    ]);
  });

  it("goes to subscribers only while the page takes subscriptions", async () => {
    await settings({ subscriptions: false });
    const told = () =>
      site.owner.done<{ subscribers: number }>("GET", `/api/projects/${site.projectId}/release-recipients`);
    expect((await told()).subscribers).toBe(0);
    await settings({ subscriptions: true });
    expect((await told()).subscribers).toBe(2);
  });

  it("can be ended by an admin, for whom they may subscribe again", async () => {
    const [first] = await subscribers();
    const path = `/api/projects/${site.projectId}/release-subscribers/${first?.id}`;
    await site.owner.done("DELETE", path);
    expect((await site.owner.send("DELETE", path)).status).toBe(404);
    expect(await subscribers()).toHaveLength(1);
  });

  it("is paged, searched and sorted", async () => {
    const path = `/api/projects/${site.projectId}/release-subscribers`;
    await subscribe("zoe@example.com");
    const page = await site.owner.send("GET", `${path}?limit=1&sort=-email`);
    expect(JSON.parse(page.text)).toEqual([expect.objectContaining({ email: "zoe@example.com" })]);
    expect(page.headers.link).toContain('rel="next"');
    const found = await site.owner.done<Subscriber[]>("GET", `${path}?q=ZOE`);
    expect(found.map(({ email }) => email)).toEqual(["zoe@example.com"]);
  });

  it.each([
    ["no address", "nobody", 400],
    ["two lines", "a@example.com\r\nBcc: b@example.com", 400],
    ["too long an address", `${"a".repeat(330)}@example.com`, 400],
  ])("%s is refused", async (_, address, status) => {
    const before = (await mails()).length;
    expect((await enter(address)).status).toBe(status);
    expect(await mails()).toHaveLength(before);
  });

  it("a link counts for nothing else, and none is made up", async () => {
    const link = await linkIn("zoe@example.com");
    const other = link.replace("/release-subscribers/", "/release-subscriptions/");
    expect((await fetch(other)).status).toBe(404);
    expect((await fetch(`${link}x`)).status).toBe(404);
    expect((await enter("x@example.com", "application/json", "no-team/shop")).status).toBe(404);
  });
});
