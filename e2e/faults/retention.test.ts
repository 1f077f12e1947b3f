import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embeddedUrl } from "@/db/embedded/embedded-url";
import { connections } from "@/lib/platform/budgets/budgets";
import { type Door, startDoor } from "../door";
import { createScratchDatabase } from "../scratch-database";
import { type Inbox, Inboxes } from "./inboxes";

/** Each on a connection of its own; other connections of this address are open, too. */
const atOnce = connections.perAddress - 100;
const keptMax = 50;

type Row = { sequence: number; slot: number; id: string };

const adminUrl = process.env.FIELDKIT_TEST_DATABASE_URL;
const databases: [string, string | undefined][] = [["the embedded database", undefined]];
if (adminUrl) databases.push(["Postgres", adminUrl]);

describe.each(databases)("on %s", (_, url) => {
  let door: Door;
  let client: Client;
  let drop = async () => {};
  beforeAll(async () => {
    const scratch = url === undefined ? undefined : await createScratchDatabase(url);
    if (scratch) drop = scratch.drop;
    door = await startDoor("server", scratch && { DATABASE_URL: scratch.url }, { pages: false });
    client = new Client({ connectionString: scratch?.url ?? embeddedUrl(door.dataDir) });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await door?.stop();
    await drop();
  });

  async function rowsOf({ id }: Inbox): Promise<Row[]> {
    const { rows } = await client.query(
      "select sequence::int, slot, id from captured_requests where webhook_id = $1 order by sequence desc",
      [id],
    );
    return rows;
  }

  test(`${atOnce} captures at once leave exactly the newest ${keptMax}, in the API and in the table`, async () => {
    const inboxes = await Inboxes.create(door.port, 2);
    const [inbox, other] = inboxes.all as [Inbox, Inbox];
    expect((await inboxes.capture(other)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: atOnce }, () => inboxes.capture(inbox)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const told = new Set(answers.map(({ text }) => (JSON.parse(text) as { id: string }).id));
    expect(told.size).toBe(atOnce);

    const newest = Array.from({ length: keptMax }, (_, at) => atOnce - at);
    const kept = await inboxes.kept(inbox);
    expect(kept.map(({ sequence }) => sequence)).toEqual(newest);
    for (const { id } of kept) expect(told).toContain(id);
    const rows = await rowsOf(inbox);
    expect(rows.map(({ sequence }) => sequence)).toEqual(newest);
    expect(rows.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
    expect(new Set(rows.map(({ slot }) => slot)).size).toBe(keptMax);

    // One more takes the place of the oldest; nobody else's is touched.
    expect((await inboxes.capture(inbox)).status).toBe(200);
    expect((await rowsOf(inbox)).map(({ sequence }) => sequence)).toEqual(newest.map((each) => each + 1));
    expect((await rowsOf(other)).map(({ sequence }) => sequence)).toEqual([1]);
  });
});
