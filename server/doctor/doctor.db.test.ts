import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { takeDataLock } from "@/db/embedded/data-lock";
import { embeddedUrl } from "@/db/embedded/embedded-url";
import { openEmbeddedHere } from "@/db/fixtures/embedded-here";
import { copyMigrated } from "@/db/fixtures/migrated-template";
import { freePort } from "@/e2e/free-port";
import { startTcpProxy } from "@/lib/platform/bus/fixtures/tcp-proxy";
import { parseEnv } from "@/lib/platform/env/parse-env";
import { seal } from "@/lib/platform/secrets/seal";
import { checkPort } from "./check-addresses";
import { checkConfiguration } from "./check-configuration";
import { checkDataDirectory } from "./check-data-directory";
import { checkDatabase } from "./check-database";
import { runChecks } from "./finding";
import { answering, cleanUpAfterAll, cleanups, directory, password, said, written } from "./fixtures/said";
import { report } from "./report";
import { secretsIn } from "./secrets-in";

cleanUpAfterAll();

describe("checks", () => {
  test("run side by side, and what throws, hangs or tells secrets does not harm the others", async () => {
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const findings = await runChecks(
      [
        { name: "waits", run: () => met.then(() => [{ name: "waits", state: "good", found: "met" }]) },
        { name: "throws", run: () => Promise.reject(new Error(`no ${password} ${written}`)) },
        {
          name: "breaks",
          run() {
            throw new TypeError("broken");
          },
        },
        { name: "hangs", run: () => new Promise(() => {}) },
        {
          name: "meets",
          async run() {
            meet();
            return [];
          },
        },
      ],
      { secrets: [password], withinMs: 500 },
    );
    expect(findings).toEqual([
      { name: "waits", state: "good", found: "met" },
      { name: "throws", state: "bad", found: "no … …" },
      { name: "breaks", state: "bad", found: "broken" },
      { name: "hangs", state: "bad", found: "no answer within 0.5 s" },
    ]);
  });

  test("a check is told when its time is over", async () => {
    let isOver = false;
    const run = (signal: AbortSignal) =>
      new Promise<never>(() =>
        signal.addEventListener("abort", () => {
          isOver = true;
        }),
      );
    await runChecks([{ name: "hangs", run }], { withinMs: 20 });
    expect(isOver).toBe(true);
  });

  test("are reported for people and for programs", () => {
    const findings = [
      { name: "one", state: "good", found: "fine" },
      { name: "second", state: "bad", found: "broken", advice: "Mend it." },
    ] as const;
    expect(report(findings, "lines")).toBe(
      "✓ one     fine\n✗ second  broken\n          → Mend it.\n\n1 does not work.",
    );
    expect(JSON.parse(report(findings, "json"))).toEqual({ ok: false, checks: findings });
  });

  test("every secret of a configuration is known", () => {
    const secret = (name: string) => `${name}-0123456789-0123456789-0123456789`;
    const variables = [
      "AUTH_SECRET",
      "AUTH_SECRET_PREVIOUS",
      "CRON_SECRET",
      "OPENAI_API_KEY",
      "UPSTASH_REDIS_REST_TOKEN",
    ];
    const given = Object.fromEntries(variables.map((name) => [name, secret(name)]));
    const database = `postgres://u:${written}@h/d`;
    const known = secretsIn(
      parseEnv({
        ...given,
        DATABASE_URL: database,
        UPSTASH_REDIS_REST_URL: "https://u.example",
        SMTP_URL: `smtp://u:${written}@h`,
        MAIL_FROM: "a@b.example",
      }),
    );
    expect(known).toEqual(expect.arrayContaining([...Object.values(given), password, written]));
  });
});

const app = {
  APP_URL: "https://fieldkit.example.com",
  WS_URL: "wss://fieldkit.example.com",
  TRUST_PROXY: "on",
};

test.each<[Record<string, string>, RegExp]>([
  [{}, /^good: every variable is valid$/],
  [{ ...app, MOCK_DOMAIN: "mocks.example" }, /^good/],
  [{ ...app, MOCK_DOMAIN: "fieldkit.example.com" }, /^bad: .*same host/],
  [{ ...app, MOCK_DOMAIN: "m.fieldkit.example.com" }, /^note: .*below the dashboard's host/],
  [{ ...app, WS_URL: "ws://fieldkit.example.com" }, /^bad: WS_URL/],
  [{ ...app, TRUST_PROXY: "off" }, /^note: .*TRUST_PROXY is off/],
  [{ ...app, RATE_LIMIT: "off" }, /^note: RATE_LIMIT/],
  [{ DATABASE_URL: "postgres://h/d" }, /^note: AUTH_SECRET is not set/],
])("the configuration %j is %s", async (given, expected) => {
  expect(await said(checkConfiguration(parseEnv(given)))).toMatch(expected);
});

describe("the database", () => {
  let url: string;
  let query: (text: string) => Promise<unknown>;
  beforeAll(async () => {
    const dataDir = directory();
    await copyMigrated(dataDir);
    const { database, stop } = await openEmbeddedHere(dataDir);
    cleanups.push(stop);
    url = embeddedUrl(dataDir);
    query = database.query;
  });
  const secret = "the secret of this installation, long enough";
  const look = (given = url, withinMs?: number) =>
    said(checkDatabase(parseEnv({ DATABASE_URL: given }), [secret]), withinMs);

  test("that is well", async () => {
    const text = await look();
    expect(text).toMatch(/^(good|note): Postgres \d+\.\d+.*, answers in \d+\.\d ms$/m);
    expect(text).toMatch(/^good: schema \d{4}_\w+, as of this version$/m);
    expect(text).toMatch(/^\w+: \d+ of \d+ connections are free$/m);
    expect(text).toMatch(/^good: agrees with that of the database$/m);
  });

  test.each<[string, string, RegExp]>([
    [
      "newer",
      "insert into fieldkit_migrations values (9999999999999, 'x', now())",
      /^bad: written by another version/m,
    ],
    [
      "older",
      "delete from fieldkit_migrations where created_at = (select max(created_at) from fieldkit_migrations)",
      /^note: schema 1 migrations behind/m,
    ],
    ["empty", "drop table fieldkit_migrations", /^good: empty: the first start makes its tables/m],
  ])("that is %s", async (_, change, expected) => {
    await query("create table if not exists kept as select * from fieldkit_migrations");
    await query(change);
    expect(await look()).toMatch(expected);
    await query("drop table if exists fieldkit_migrations");
    await query("create table fieldkit_migrations as select * from kept");
  });

  test("whose tokens were sealed with another secret", async () => {
    const sealed = seal("xoxb", "settings/1", "another secret, which nobody has any more");
    await query("alter table release_settings disable trigger all");
    await query(`insert into release_settings (project_id, slack_webhook_url, email_recipients, repo_urls, audience, changelog, created_at, updated_at)
      values (gen_random_uuid(), '${sealed}', '[]', '[]', 'users', false, now(), now())`);
    expect(await look()).toMatch(
      /^note: 1 stored secret was encrypted with another AUTH_SECRET \(fingerprint [0-9a-f]{8}\)/m,
    );
  });

  test("that is not there, silent, or something else", async () => {
    const nobody = await freePort();
    expect(await look(`postgres://u:${written}@127.0.0.1:${nobody}/d`)).toMatch(
      /^bad: can't be used: .*ECONNREFUSED/,
    );
    const web = await answering(200, {});
    expect(await look(`postgres://u:${written}@127.0.0.1:${web}/d`, 3000)).toMatch(/^bad: /);
    const silent = await startTcpProxy({ host: "127.0.0.1", port: web });
    cleanups.push(silent.stop);
    silent.hang();
    expect(await look(`postgres://u:${written}@127.0.0.1:${silent.port}/d`, 300)).toBe(
      "bad: no answer within 0.3 s",
    );
  });

  test("that is embedded and does not run, or does not answer", async () => {
    const dataDir = directory();
    const embedded = () => said(checkDatabase(parseEnv({ DATA_DIR: dataDir }), []));
    expect(await embedded()).toMatch(/^good: none yet/);
    mkdirSync(join(dataDir, "postgres"));
    expect(await embedded()).toMatch(/^good: embedded .*it runs while Fieldkit does/);
    const lock = await takeDataLock(dataDir, 0);
    expect(await embedded()).toMatch(/^bad: embedded .*does not answer: .*ENOENT/);
    expect(await said(checkDataDirectory(parseEnv({ DATA_DIR: dataDir })))).toMatch(
      new RegExp(`^good: in use by process ${process.pid} `, "m"),
    );
    const port = await freePort();
    expect(await said(checkPort(parseEnv({ DATA_DIR: dataDir, PORT: String(port) })))).toMatch(
      `note: port ${port} is free, but process ${process.pid} `,
    );
    lock.release();
  });
});

test("the data directory", async () => {
  const path = directory();
  const look = (given: Record<string, string>) => said(checkDataDirectory(parseEnv(given)));
  expect(await look({ DATA_DIR: join(path, "a/b") })).toMatch(
    /^good: .* will be made by the first start\n\w+: \S+ [GM]iB/,
  );
  expect(await look({ DATA_DIR: path, ...app })).toMatch(/^note: .*loss of power/m);
  const file = join(path, "auth-secret");
  writeFileSync(file, "x");
  expect(await look({ DATA_DIR: join(file, "below") })).toMatch(/^bad: .*auth-secret is no directory/);
  chmodSync(file, 0o644);
  expect(await look({ DATA_DIR: path })).toMatch(/^note: .*auth-secret is open to other users/m);
  const elsewhere = { DATABASE_URL: "postgres://h/d", AUTH_SECRET: "x".repeat(32), DATA_DIR: file };
  expect(await look(elsewhere)).toMatch(/^good: not used/);
});
