import { startControl } from "./control";
import { compare, measure, perSecond, say, type Target } from "./load";
import { startSite } from "./site";

/** What asks for access first: flag checks, OFREP, lists and changes; each next to a bare server with that answer. */
export async function benchManagement(): Promise<void> {
  // Within seconds it makes more than a project may have by default.
  const site = await startSite({ QUOTAS: "mocks=1000000" });
  try {
    const { base, project, call, cookie } = site;
    const flags = `/api/projects/${project.referenceId}`;
    const mocks = `/api/projects/${project.id}/mocks`;
    const { key } = await call<{ key: string }>(`${flags}/api-keys`, { name: "Bench" });
    await call(`${flags}/flags`, { name: "Search", key: "search", enabled: true, rollout: 50 });
    const group = await call<{ id: string }>(`${flags}/groups`, { name: "Tenants" });
    for (const name of ["a", "b", "c", "d", "e"]) {
      await call(`${flags}/groups/${group.id}/flags`, { name, key: name });
    }
    await call(`${flags}/groups/${group.id}/records`, { id: "tenant" });
    for (let at = 0; at < 20; at += 1) await call(mocks, { name: `Mock ${at}`, endpoint: `/listed/${at}` });
    const withKey = { authorization: `Bearer ${key}` };
    const evaluation = JSON.stringify({ context: { targetingKey: "tenant" } });
    const post = { method: "POST" as const, headers: withKey };
    await report("flag check", 0.4, { url: `${base}${flags}/flags/check/search`, headers: withKey });
    await report("OFREP, 5 flags", 0.3, {
      ...post,
      url: `${base}/api/ofrep/v1/evaluate/flags`,
      body: evaluation,
    });
    await report("list of 20 mocks", 0.1, { url: `${base}${mocks}`, headers: { cookie } });
    let created = 0;
    const body = () => JSON.stringify({ name: "New", endpoint: `/new/${created++}`, responseBody: "{}" });
    await report("create a mock", 0.03, {
      url: `${base}${mocks}`,
      method: "POST",
      headers: { cookie },
      body: body(),
      nextBody: body,
    });
  } finally {
    await site.stop();
  }
}

async function report(name: string, least: number, target: Target): Promise<void> {
  const { method = "GET", headers = {}, body } = target;
  const sent = { method, headers: { ...headers, "content-type": "application/json" }, ...(body && { body }) };
  const answer = await fetch(target.url, sent);
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  const control = await startControl(await answer.text());
  try {
    await measure({ ...target, seconds: 2 });
    const { control: bare, measured, ratio, p99 } = await compare(target, control.url);
    say(
      `${name.padEnd(18)} ${perSecond(measured)}  p99 ${p99} ms  bare ${perSecond(bare)}  ratio ${ratio.toFixed(3)} (at least ${least})`,
    );
  } finally {
    control.stop();
  }
}
