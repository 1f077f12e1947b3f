import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, createClient } from "@/sdk/src/index";
import { createLocalClient, type LocalClient } from "@/sdk/src/server";
import { FlakyProxy } from "../flaky-proxy";
import { appHost } from "./client";
import { createFlag, createSite, done, type Flag, type Site } from "./fixtures";

let site: Site;
let flag: Flag;
let proxy: FlakyProxy;
let page: Client;
let server: LocalClient;

beforeAll(async () => {
  site = await createSite();
  const { owner, project } = site;
  flag = await createFlag(owner, project.referenceId, { name: "Beta", key: "beta", enabled: true });
  const { key } = await done<{ key: string }>(
    owner.post(`/api/projects/${project.referenceId}/api-keys`, { name: "SDK", scopes: ["flags:read"] }),
    201,
  );
  proxy = new FlakyProxy(appHost);
  proxy.mode = "away";
  // Only the stream can bring changes in time.
  const options = { url: await proxy.listen(), key, pollMs: 3_600_000, timeoutMs: 2000, onError: () => {} };
  page = createClient({ ...options, subject: "user-42" });
  server = createLocalClient(options);
});
afterAll(async () => {
  page?.close();
  server?.close();
  await proxy?.close();
});

const statuses = () => [page.status, server.status];
const values = () => [page.isOn("beta"), server.isOn("beta", "user-42")];
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 120_000, interval: 50 });
const turn = (enabled: boolean) =>
  done(site.owner.put(`/api/projects/${site.project.referenceId}/flags/${flag.id}`, { enabled }));

describe("clients behind a proxy", () => {
  it("start without Fieldkit, and recover", async () => {
    await Promise.all([page.ready(), server.ready()]);
    expect(statuses()).toEqual(["failed", "failed"]);
    expect(page.error).toMatchObject({ name: "FieldkitError", code: "unreachable" });
    proxy.mode = "open";
    await eventually(() =>
      expect([statuses(), values()]).toEqual([
        ["ready", "ready"],
        [true, true],
      ]),
    );
  });

  it.each(["404", "away"] as const)("stream again after a proxy refused everything (%s)", async (mode) => {
    proxy.fail(mode);
    await eventually(() => expect(statuses()).toEqual(["stale", "stale"]));
    proxy.mode = "open";
    const next = !page.isOn("beta");
    await turn(next);
    await eventually(() => expect(values()).toEqual([next, next]));
  });

  it("keep their values while a proxy is silent", async () => {
    proxy.mode = "silent";
    const before = values();
    await Promise.all([page.refresh(), server.refresh()]);
    expect([statuses(), values()]).toEqual([["stale", "stale"], before]);
    expect([page.error?.code, server.error?.code]).toEqual(["timeout", "timeout"]);
    proxy.fail("open");
    await eventually(() => expect(statuses()).toEqual(["ready", "ready"]));
  });
});
