import { beforeAll, expect, it, onTestFinished } from "vitest";
import { bearer, createKey, createSite, type Site } from "./fixtures";
import { createInbox } from "./inbox";
import { closeReaders, numbers, read, streamPath } from "./stream-reader";

let site: Site;
let key: string;
beforeAll(async () => {
  site = await createSite();
  ({ key } = await createKey(site.owner, site.project.referenceId));
});

it("all listeners get byte for byte the same, whether they were there or came later", async () => {
  onTestFinished(closeReaders);
  const inbox = await createInbox(site);
  const listen = (count: number, query = "") =>
    Promise.all(
      Array.from({ length: count }, () =>
        read(streamPath(inbox.webhook.id, query), { headers: bearer(key) }),
      ),
    );
  const early = await listen(50);
  const bodies = ["", "é€😀 in several bytes", "x".repeat(70_000), ...numbers(4, 30).map(String)];
  await Promise.all(bodies.map((body) => inbox.capture({ method: "POST", body })));
  const late = await listen(10, "?after=0");
  const readers = [...early, ...late];
  await Promise.all(readers.map((reader) => reader.expectSequences(numbers(1, bodies.length))));
  expect(new Set(early[0]?.frames.map(({ body }) => body))).toEqual(new Set(bodies));
  const expected = early[0]?.bytes ?? [];
  for (const { bytes, onlyText } of readers) {
    expect(onlyText).toBe(true);
    expect(bytes.map((message, at) => message.equals(expected[at] as Buffer))).toEqual(
      bodies.map(() => true),
    );
  }
});
