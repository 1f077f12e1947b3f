import { rateRow } from "./rate-row";
import { type Site, startSite } from "./site";
import type { Subject } from "./subject";
import type { Row } from "./table";

/** What asks for access first: flag checks, OFREP, lists and changes. */
export async function benchManagement(subject: Subject): Promise<Row[]> {
  // Within seconds it makes more than a project may have by default.
  const site = await startSite({ QUOTAS: "mocks=1000000" }, subject);
  try {
    const headers = await fill(site);
    const { base, project, cookie } = site;
    const check = { url: `${base}/api/projects/${project.referenceId}/flags/check/search`, headers };
    const body = JSON.stringify({ context: { targetingKey: "tenant" } });
    const ofrep = { url: `${base}/api/ofrep/v1/evaluate/flags`, method: "POST" as const, headers, body };
    const mocks = { url: `${base}/api/projects/${project.id}/mocks`, headers: { cookie } };
    return [
      await rateRow("flag check, cached roll", check, site, { ratio: 0.4 }),
      await rateRow("OFREP bulk, 5 flags", ofrep, site, { ratio: 0.3 }),
      await rateRow("list of 20 mocks, cookie", mocks, site, { ratio: 0.1 }),
      await rateRow("create a mock", { ...mocks, ...creating() }, site, { ratio: 0.03 }),
    ];
  } finally {
    await site.stop();
  }
}

/** A flag for all, five flags with a record, 20 mocks; the headers of a key. */
async function fill({ project, call }: Site) {
  const flags = `/api/projects/${project.referenceId}`;
  const { key } = await call<{ key: string }>(`${flags}/api-keys`, { name: "Bench" });
  await call(`${flags}/flags`, { name: "Search", key: "search", enabled: true, rollout: 50 });
  const group = await call<{ id: string }>(`${flags}/groups`, { name: "Tenants" });
  for (const name of ["a", "b", "c", "d", "e"]) {
    await call(`${flags}/groups/${group.id}/flags`, { name, key: name });
  }
  await call(`${flags}/groups/${group.id}/records`, { id: "tenant" });
  for (let at = 0; at < 20; at += 1) {
    await call(`/api/projects/${project.id}/mocks`, { name: `Mock ${at}`, endpoint: `/listed/${at}` });
  }
  return { authorization: `Bearer ${key}` };
}

/** No two mocks of a project have one endpoint. */
function creating() {
  let created = 0;
  const nextBody = () => JSON.stringify({ name: "New", endpoint: `/new/${created++}`, responseBody: "{}" });
  return { method: "POST" as const, body: nextBody(), nextBody };
}
