import { afterEach, expect, it } from "vitest";
import { send } from "./client";
import { bearer, createKey, createSite, done, unknownId } from "./fixtures";
import { closeReaders, everyByte, read } from "./stream-reader";

type Call = { sequence: number; target: string };

afterEach(closeReaders);

it("shows calls of a project to whoever may see them, also what came before", async () => {
  const site = await createSite();
  const api = `/api/projects/${site.project.id}/mock-calls`;
  const path = `/ws/mock-calls/${site.project.id}`;
  const { ticket } = await done<{ ticket: string }>(site.owner.post(`${api}/stream-tickets`), 201);
  const { key } = await createKey(site.owner, site.project.referenceId);
  const readers = [
    await read(path, { ticket }),
    await read(path, { headers: bearer(key) }),
    await read(path, { headers: { cookie: site.owner.cookie } }),
    await read(`/ws/mock-calls/${site.project.referenceId}`, { headers: bearer(key) }),
  ];
  await send({ host: site.host, path: "/api/mock/first?a=1" });
  const [call] = await done<Call[]>(site.owner.get(api));
  for (const reader of readers) {
    await reader.expectSequences([1]);
    expect(reader.frames).toEqual([call]);
  }
  await send({ host: site.host, path: "/api/mock/second" });
  // Nobody asks for it: it is stored, and shown, within a second or two.
  for (const reader of readers) await reader.expectSequences([1, 2]);
  const later = await read(`${path}?after=0`, { headers: bearer(key) });
  await later.expectSequences([1, 2]);
});

it("is refused to strangers, with another project's ticket, and where there is no project", async () => {
  const [site, other] = await Promise.all([createSite(), createSite()]);
  const { ticket } = await done<{ ticket: string }>(
    other.owner.post(`/api/projects/${other.project.id}/mock-calls/stream-tickets`),
    201,
  );
  const path = `/ws/mock-calls/${site.project.id}`;
  const stranger = { headers: { cookie: other.owner.cookie } };
  const statuses = [
    await everyByte(path),
    await everyByte(path, { ticket }),
    await everyByte(path, stranger),
    await everyByte(`/ws/mock-calls/${site.project.referenceId}`, stranger),
    await everyByte(`/ws/mock-calls/${unknownId}`, stranger),
    await everyByte(`/ws/mock-calls/${"0".repeat(27)}`, stranger),
    await everyByte("/ws/mock-calls/none", stranger),
    // An inbox is no project, and a project no inbox.
    await everyByte(`/ws/webhook/${other.project.id}`, stranger),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 401, 403, 403, 404, 404, 404, 404]);
});
