import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../caller";
import { type Cluster, cronSecret, startCluster } from "./cluster";
import { holding, interleaved } from "./interleaved";
import { createSite, insertRelease, joined, runOn, unique } from "./site";

/** Each test deletes or restores something that others change at the same moment. */

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["server", "next"]);
});
afterAll(() => cluster.stop());

type Made = { id: string; key: string };

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const locked = (table: string, id: string): [string, unknown[]] => [
  `select from ${table} where id = $1 for no key update`,
  [id],
];

test("A project that was moved is not deleted through its old team", async () => {
  const { here, there, project, projectPath, teamId } = await createSite(cluster);
  const { id: toTeamId } = await here.done<Made>("POST", "/api/teams", { name: "New", slug: unique("new") });
  const other = await joined(cluster, { here: there, teamId }, "admin");
  const answers = await interleaved(cluster.databaseUrl, locked("projects", project.id), [
    () => here.send("POST", `${projectPath}/move`, { body: { toTeamId } }),
    () => other.send("DELETE", projectPath),
  ]);
  expect(statuses(answers)).toEqual([200, 404]);
  await here.done("GET", `/api/teams/${toTeamId}/projects/${project.id}`);
});

test("A webhook that is told of a published release is told of its deletion", async () => {
  const { here, there, project, api } = await createSite(cluster);
  const webhooks = `${api}/release-webhooks`;
  const events = ["release.published", "release.unpublished"];
  const given = { url: "https://example.com/hook", events };
  const { id: webhookId } = await here.done<Made>("POST", webhooks, given);
  const id = await insertRelease(cluster, project.id);
  const path = `${api}/releases/${id}`;
  const answers = await interleaved(cluster.databaseUrl, locked("releases", id), [
    () => here.send("POST", `${path}/publish`),
    () => there.send("DELETE", path),
  ]);
  expect(statuses(answers)).toEqual([200, 200]);
  const told = await here.done<{ type: string }[]>("GET", `${webhooks}/${webhookId}/deliveries`);
  expect(told.map(({ type }) => type)).toEqual(events.toReversed());
});

test("A project is deleted while something of it is changed", async () => {
  const { here, there, projectPath, apiByReference } = await createSite(cluster);
  const segments = `${apiByReference}/segments`;
  const conditions = [{ attribute: "plan", operator: "equals", values: ["pro"] }];
  const { id } = await here.done<Made>("POST", segments, { name: "Pro", key: "pro", conditions });
  const answers = await interleaved(cluster.databaseUrl, locked("segments", id), [
    () => here.send("PUT", `${segments}/${id}`, { body: { name: "Paying" } }),
    () => there.send("DELETE", projectPath),
  ]);
  expect(statuses(answers)).toEqual([200, 200]);
});

test("An account that is deleted leaves no team without members, although one is being made for it", async () => {
  const { here } = await createSite(cluster);
  const { id } = await here.done<Made>("GET", "/api/account");
  const making = `with made as (
      insert into teams (id, reference_id, name, slug, created_at, updated_at)
      values (gen_random_uuid(), $1, 'Late', $1, now(), now()) returning id
    ) insert into team_members (team_id, user_id, role, created_at, updated_at)
      select id, $2, 'admin', now(), now() from made`;
  const held = await holding(cluster.databaseUrl, making, [unique("late"), id]);
  const deleting = here.send("DELETE", "/api/account", { body: { password: "correct horse battery" } });
  await held.waiting(1).finally(() => held.release("commit"));
  expect((await deleting).status).toBe(200);
  const left = await runOn(
    cluster,
    "select slug from teams where id not in (select team_id from team_members)",
  );
  expect(left).toEqual([]);
});

test("A group is not restored while a segment that its rules name is deleted", async () => {
  const { here, there, api, apiByReference } = await createSite(cluster);
  const conditions = [{ attribute: "plan", operator: "equals", values: ["pro"] }];
  const given = { name: "Pro", key: "pro", conditions };
  const segment = await here.done<Made>("POST", `${apiByReference}/segments`, given);
  const group = await here.done<Made>("POST", `${apiByReference}/groups`, { name: "Tenants" });
  const path = `${apiByReference}/groups/${group.id}`;
  const rules = [{ conditions: [{ segment: "pro" }] }];
  await here.done("POST", `${path}/flags`, { name: "F", key: "f", rules });
  await here.done("DELETE", path);
  const answers = await interleaved(cluster.databaseUrl, locked("segments", segment.id), [
    () => here.send("DELETE", `${apiByReference}/segments/${segment.id}`),
    () => there.send("POST", `${api}/deletions/group/${group.id}/restore`),
  ]);
  expect(statuses(answers)).toEqual([200, 409]);
  expect((await here.send("GET", path)).status).toBe(404);
});

test("An inbox gets no eleventh forwarding rule by restoring one while another is created", async () => {
  const { here, there, api } = await createSite(cluster);
  const inbox = await here.done<Made>("POST", `${api}/webhooks`, { name: "Inbox" });
  const rules = `${api}/webhooks/${inbox.id}/forwarding-rules`;
  const rule = { name: "Rule", url: "https://example.com/hook", enabled: false };
  const { id } = await here.done<Made>("POST", rules, rule);
  await here.done("DELETE", `${rules}/${id}`);
  for (let at = 0; at < 9; at += 1) await here.done("POST", rules, rule);
  const answers = await interleaved(cluster.databaseUrl, locked("webhooks", inbox.id), [
    () => here.send("POST", rules, { body: rule }),
    () => there.send("POST", `${api}/deletions/forwardingRule/${id}/restore`),
  ]);
  expect(statuses(answers)).toContain(409);
  expect(await here.done("GET", rules)).toHaveLength(10);
});

test("Pruning skips a locked row and removes the other expired rows", async () => {
  const { here } = await createSite(cluster);
  const { id: userId } = await here.done<Made>("GET", "/api/account");
  const expired = [unique("session"), unique("session")];
  for (const id of expired) {
    const values = "$1, $2, $1, now() - interval '1 day', now(), now()";
    await runOn(
      cluster,
      `insert into sessions (id, user_id, token, expires_at, created_at, updated_at) values (${values})`,
      [id, userId],
    );
  }
  const left = async () =>
    (await runOn(cluster, "select id from sessions where id = any($1)", [expired])).map(({ id }) => id);
  const held = await holding(cluster.databaseUrl, "select from sessions where id = $1 for update", [
    expired[0],
  ]);
  const headers = { authorization: `Bearer ${cronSecret}` };
  expect((await here.send("GET", "/api/cron", { headers })).status).toBe(200);
  await expect
    .poll(left)
    .toEqual([expired[0]])
    .finally(() => held.release());
});

test("Pruning keeps the copy of a request that is being resent", async () => {
  const { here, project, api, apiByReference } = await createSite(cluster);
  const inbox = await here.done<Made>("POST", `${api}/webhooks`, { name: "Inbox" });
  const rule = { name: "Rule", url: "https://example.com/hook", enabled: false };
  const { id } = await here.done<Made>("POST", `${api}/webhooks/${inbox.id}/forwarding-rules`, rule);
  const [request] = await runOn(
    cluster,
    `insert into forwarded_captures (id, webhook_id, project_id, method, path, raw_url, raw_headers, body, bytes, received_at)
     values (gen_random_uuid(), $1, $2, 'POST', '', '', '[]', '', 1, now() - interval '2 days') returning id`,
    [inbox.id, project.id],
  );
  await runOn(
    cluster,
    `insert into webhook_deliveries (id, rule_id, webhook_id, project_id, request_id, sequence, method, path, state,
       due_at, deadline_at, ended_at, created_at)
     values (gen_random_uuid(), $1, $2, $3, $4, 1, 'POST', '', 'failed', now(), now(), now(), now())`,
    [id, inbox.id, project.id, request?.id],
  );
  // It is pruned last.
  const key = await here.done<Made>("POST", `${apiByReference}/api-keys`, { name: "Key" });
  const hash = unique("code");
  await runOn(
    cluster,
    `insert into key_codes (hash, key_id, challenge, sealed_key, expires_at)
     values ($1, $2, '', '', now() - interval '1 day')`,
    [hash, key.id],
  );
  const resending = `with held as (select id from forwarded_captures where id = $1 for key share)
    update webhook_deliveries set state = 'pending', due_at = now() + interval '1 hour', deadline_at = now() + interval '1 day'
     where request_id in (select id from held)`;
  const held = await holding(cluster.databaseUrl, resending, [request?.id]);
  const headers = { authorization: `Bearer ${cronSecret}` };
  expect((await here.send("GET", "/api/cron", { headers })).status).toBe(200);
  const codes = () => runOn(cluster, "select from key_codes where hash = $1", [hash]);
  await expect
    .poll(codes)
    .toEqual([])
    .finally(() => held.release("commit"));
  expect(await runOn(cluster, "select from forwarded_captures where id = $1", [request?.id])).toHaveLength(1);
});
