import { MiB } from "./attack-inputs";
import { type AttackSite, times } from "./attack-site";

export type Attack = {
  name: string;
  prepare?: () => Promise<void>;
  run: () => Promise<readonly number[]>;
};

const words = Array.from({ length: 10 }, (_, n) => `word-${n}`.padEnd(19, "x")).join("+");
const ids = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(200, "x")).join(",");

const projectIds = Array.from(
  { length: 100 },
  (_, n) => `0197f3b4-b8f0-7d16-8a3c-${`${n}`.padStart(12, "0")}`,
).join(",");

/** What a team's people can ask for: its trail, a search, an export, keys. Each at its largest. */
export const peopleAttacks = (site: () => AttackSite): Attack[] => [
  {
    name: "a trail of the largest entries, listed and taken as files",
    prepare: () =>
      site().query(`
        insert into audit_entries (id, team_id, project_id, at, actor_kind, actor_name, operation, subject_kind,
                                   subject_id, subject_name, before, after, bytes)
        select gen_random_uuid(), '${site().team.id}', '${site().project.id}', now() - n * interval '1 second',
               'operator', 'x', 'updateMock', 'mock', n::text, repeat('n', 300), value, value, 131072
          from generate_series(1, 80) n,
               (select json_build_object('responseBody', repeat(E'\\u0001', 32000), 'description', repeat('"', 5000))
                         as value) v`),
    run: async () => {
      const log = `${site().api}/audit-log`;
      const asked = [`?limit=1000&count=true&subjectId=${ids}`, "?limit=1000&q=nowhere", "?limit=1000"];
      const files = ["json", "csv"].map((format) => `/export?format=${format}&limit=10000`);
      const all = [...asked, ...files];
      return times(all.length, (n) => site().call("GET", log + all[n]));
    },
  },
  {
    name: "searches for as much as a query holds, in a project with many things",
    prepare: () =>
      site().query(`
        insert into mocks (id, project_id, name, method, endpoint, response_body, response_headers, status_code,
                           delay_ms, enabled, created_at, updated_at)
        select gen_random_uuid(), '${site().project.id}', repeat('word-0 ', 28), 'POST', '/' || n || repeat('/word', 400),
               '{}', '{}', 200, 0, true, now(), now()
          from generate_series(1, 1500) n`),
    run: () =>
      times(30, (n) => {
        const q = [words, "word-0", "w", "%25_".repeat(60), "x".repeat(200)][n % 5];
        return site().call("GET", `/api/search?q=${q}&projectId=${site().project.id}`);
      }),
  },
  {
    name: "everything about oneself, of somebody with thousands of sessions and invitations",
    prepare: () =>
      site().query(`
        insert into sessions (id, user_id, token, expires_at, user_agent, ip_address, created_at, updated_at)
        select 's' || n, u.id, 't' || n, now() + interval '7 days', repeat('Mozilla ', 500), '::1', now(), now()
          from generate_series(1, 3000) n, (select id from users limit 1) u`),
    run: async () => [
      ...(await times(6, () => site().call("GET", "/api/account/export"))),
      ...(await times(6, () => site().call("GET", "/api/account/sessions?limit=1000&q=nowhere"))),
    ],
  },
  {
    name: "the overview of a project with hundreds of full inboxes, looked at by many",
    prepare: () =>
      site().query(`
        with made as (
          insert into webhooks (id, project_id, reference_id, name, last_sequence, created_at, updated_at)
          select gen_random_uuid(), '${site().project.id}', 'full-' || n, repeat('n', 200), 100, now(), now()
            from generate_series(1, 400) n returning id
        )
        insert into captured_requests (webhook_id, slot, sequence, id, method, path, raw_url, raw_headers, body, ip,
                                       received_at)
        select id, slot, 51 + slot, gen_random_uuid(), 'POST', repeat('/p', 1000), '/', '[]', '', '::1', now()
          from made, generate_series(0, 49) slot`),
    run: () =>
      times(30, (n) => {
        const team = `/api/teams/${site().team.id}/activity?projectIds=${projectIds}`;
        return site().call("GET", n % 3 ? `${site().api}/activity` : team);
      }),
  },
  {
    name: "keys with as many origins as they may have, made and refused",
    run: () =>
      times(30, (n) => {
        const label = "a".repeat(60);
        const origin = (at: number) => `"https://${n}-${at}.${label}.${label}.${label}.example.com"`;
        const origins = Array.from({ length: n % 2 ? 20 : 20_000 }, (_, at) => origin(at)).join(",");
        const body = `{"name":"Key","scope":"evaluate","origins":[${origins.slice(0, n % 2 ? undefined : MiB / 2)}]}`;
        return site().call("POST", `/api/projects/${site().project.referenceId}/api-keys`, body);
      }),
  },
];
