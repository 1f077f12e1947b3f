import { Webhook } from "standardwebhooks";
import { beforeAll, expect, it } from "vitest";
import type { ReleaseWebhook } from "@/lib/releases/webhooks/contract";
import { targetPort } from "../target-port";
import { expectRefusal } from "./client";
import { createForwardingRule, createSite, createWebhook, done, type Site } from "./fixtures";

type Captured = { method: string; body: string; headers: Record<string, string> };

let site: Site;
let api: string;
beforeAll(async () => {
  site = await createSite();
  api = `/api/projects/${site.project.id}`;
});

it("an inbox of the instance receives events without OUTBOUND_ALLOW, and doesn't forward them", async () => {
  const { id } = await createWebhook(site.owner, site.project.id);
  const inbox = `${api}/webhooks/${id}`;
  const { url, pathUrl } = await done<{ url: string; pathUrl: string }>(site.owner.get(inbox));
  await createForwardingRule(site.owner, site.project.id, id, { url: `http://127.0.0.1:${targetPort()}/` });
  for (const address of [url, pathUrl]) {
    const hooks = `${api}/release-webhooks`;
    const hook = await done<ReleaseWebhook & { secret: string }>(
      site.owner.post(hooks, { url: address }),
      201,
    );
    await done(site.owner.post(`${hooks}/${hook.id}/test`, {}));
    const [captured] = await done<[Captured]>(site.owner.get(`${inbox}/requests`));
    expect(captured).toMatchObject({ method: "POST", headers: { "webhook-id": expect.any(String) } });
    expect(() => new Webhook(hook.secret).verify(captured.body, captured.headers)).not.toThrow();
  }
  const deliveries = await done<{ state: string }[]>(site.owner.get(`${inbox}/deliveries`));
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(["skipped"]));
});

it("a local URL is refused, with what to do instead", async () => {
  for (const url of [
    "http://localhost:4",
    "http://127.0.0.1:5000/hook",
    "https://192.168.0.2/",
    `http://${site.host}/api/mock/a`,
  ]) {
    const refused = await site.owner.post(`${api}/release-webhooks`, { url });
    expectRefusal(refused, 400);
    expect(refused.text()).toMatch(/not public.*fieldkit listen.*OUTBOUND_ALLOW/);
  }
});
