import { afterAll, beforeAll, expect, test } from "vitest";
import { startDatabase } from "./database";
import { openUpgradedDatabase } from "./fixtures/upgraded-database";

/** The last migration before stored tokens had owners. */
const last = "0034_release_images";
const team = "0197f3a4-11c0-7e86-b5f2-60a9d3c8e714";

type Given = { settings?: string[]; releases?: string[]; tokens?: boolean };

/** Owners that a project gets, by where its repositories are named. */
const cases: [name: string, given: Given, github: string[], gitlab: string[]][] = [
  [
    "takes the owners of the repositories in the settings, and not those of releases",
    {
      settings: [
        "https://github.com/Acme/shop",
        "https://GitHub.com:443/acme/api.git#main",
        "https://gitlab.com/Acme/Tools/cli/",
      ],
      releases: ["https://github.com/umbrella/x"],
    },
    ["acme"],
    ["acme/tools"],
  ],
  [
    "takes the owners of releases if the settings name no repository",
    {
      releases: [
        "https://github.com/acme/shop",
        "https://github.com/umbrella/.github",
        "https://gitlab.com/acme/cli",
      ],
    },
    ["acme", "umbrella"],
    ["acme"],
  ],
  [
    "takes no owner from URLs that a server could read in more than one way",
    {
      settings: [
        "https://github.com/acme/../umbrella/shop",
        "https://github.com/acme/..",
        "https://github.com/acme/%2e%2e/umbrella/shop",
        "https://github.com/acme%2Fshop",
        "https://github.com/acme",
        "https://github.com/acme/shop/tree",
        "https://github.com.evil.example/acme/shop",
        "https://evil.example/https://github.com/acme/shop",
        "http://github.com/acme/shop",
        "https://gitlab.com/acme/../umbrella/shop",
        "https://gitlab.com/acme//shop",
        "https://gitlab.example.com/acme/shop",
      ],
    },
    [],
    [],
  ],
  [
    "leaves projects without a token alone",
    { settings: ["https://github.com/acme/shop"], tokens: false },
    [],
    [],
  ],
  ["leaves a token without repositories unused", {}, [], []],
];

const idOf = (place: number) => `0197f3a4-0000-7000-8000-${String(place).padStart(12, "0")}`;
const text = (value: unknown) => `'${JSON.stringify(value)}'`;
const times = "created_at, updated_at";

function stored(): string[] {
  const projects = cases.flatMap(([, { settings = [], releases, tokens = true }], place) => {
    const id = idOf(place);
    const token = tokens ? "'sealed'" : "null";
    return [
      `insert into projects (id, team_id, reference_id, name, slug, ${times})
        values ('${id}', '${team}', 'p${place}', 'P', 'p${place}', now(), now())`,
      `insert into release_settings
        (project_id, github_token, gitlab_token, email_recipients, repo_urls, audience, changelog, ${times})
        values ('${id}', ${token}, ${token}, '[]', ${text(settings)}, 'users', false, now(), now())`,
      ...(releases ?? []).map(
        (url, at) => `insert into releases
          (id, project_id, title, content, status, from_date, to_date, repo_urls, commit_count, revision, commits, attempt, ${times})
          values ('${id.slice(0, -4)}${place}${at}ff', '${id}', 'R', '', 'draft', now(), now(), ${text([url])}, 0, 0, '[]', 0, now(), now())`,
      ),
    ];
  });
  return [
    `insert into teams (id, reference_id, name, slug, ${times}) values ('${team}', 't', 'T', 't', now(), now())`,
    ...projects,
    `insert into users (id, name, email, email_verified, ${times}) values ('u', 'Ada', 'ada@example.com', true, now(), now())`,
    `insert into accounts (id, account_id, provider_id, user_id, access_token, refresh_token, id_token,
      access_token_expires_at, refresh_token_expires_at, scope, password, ${times})
      values ('a', '1', 'github', 'u', 't', 't', 't', now(), now(), 's', null, now(), now()),
      ('b', 'u', 'credential', 'u', null, null, null, null, null, null, 'hash', now(), now())`,
  ];
}

let owners: Record<string, unknown>[];
let accounts: Record<string, unknown>[];

let close: () => Promise<void>;

beforeAll(async () => {
  close = await openUpgradedDatabase(last, stored());
  const database = await startDatabase();
  owners = await database.query(
    "select github_token_owners as github, gitlab_token_owners as gitlab from release_settings order by project_id",
  );
  accounts = await database.query("select * from accounts order by id");
});
afterAll(() => close());

test.each(cases.map(([name, , github, gitlab], place) => ({ name, github, gitlab, place })))(
  "the upgrade $name",
  ({ github, gitlab, place }) => {
    expect(owners[place]).toEqual({ github, gitlab });
  },
);

test("the upgrade clears the tokens of identity providers, and nothing else of an account", () => {
  const none = { access_token: null, refresh_token: null, id_token: null, scope: null };
  const noTimes = { access_token_expires_at: null, refresh_token_expires_at: null };
  expect(accounts).toMatchObject([
    { ...none, ...noTimes, account_id: "1", provider_id: "github", password: null },
    { ...none, ...noTimes, provider_id: "credential", password: "hash" },
  ]);
});
