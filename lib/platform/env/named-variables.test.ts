import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { namedVariables } from "./fixtures/named-variables";
import { variableGroups } from "./variables";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const described = variableGroups.flatMap(({ variables }) =>
  variables.flatMap(({ examples }) => Object.keys(examples)),
);

/** Names in the same files that are no settings of Fieldkit's. */
const others = {
  "the Node that runs it": ["NODE_ENV"],
  "builds of it": ["BUILDPLATFORM", "NEXT_TELEMETRY_DISABLED", "NODE_VERSION", "SOURCE_COMMIT", "VERSION"],
  "the Compose files": ["FIELDKIT_IMAGE"],
  "the image of Postgres": ["POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_USER"],
  "the shell": ["PWD"],
  "a place for any name": ["NAME"],
  "families of addresses in systemd": ["AF_INET", "AF_INET6", "AF_NETLINK", "AF_UNIX"],
};
const known = new Set([...described, ...Object.values(others).flat()]);

const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
const composeFiles = readdirSync(root).filter((name) => /^compose.*\.ya?ml$/.test(name));
const files = [
  ...composeFiles,
  "Dockerfile",
  "sidecar/Dockerfile",
  "vercel.json",
  ...below("deploy"),
  ...below("docs/deploy"),
];
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

test.each(files)("%s names no variable that Fieldkit does not have", (file) => {
  expect(namedVariables(textOf(file)).filter((name) => !known.has(name))).toEqual([]);
});

test("of what is no setting of Fieldkit's, nothing is listed that no file names", () => {
  const named = new Set(files.flatMap((file) => namedVariables(textOf(file))));
  expect(Object.values(others).flatMap((names) => names.filter((name) => !named.has(name)))).toEqual([]);
});

test.each([
  ["Environment=DATABASE_URI=postgres://db HOST=::1", ["DATABASE_URI", "HOST"]],
  ['Environment="PROT=3000" WORKERS=2\nSystemCallErrorNumber=EPERM', ["PROT", "WORKERS"]],
  ["# With a DRAIN_SECOND above 15, raise this.", ["DRAIN_SECOND"]],
  [
    '    environment:\n      APP_ULR: x\n      PROT: 3\n      A: {HOTS: 1, "QUOTA": 2}',
    "APP_ULR HOTS PROT QUOTA",
  ],
  ["    environment:\n      - WORKER\n      - HOSTS=::1\n", ["HOSTS", "WORKER"]],
  [`ports: ["\${PROT:-3000}:3000"]\nx: $HOTS`, ["HOTS", "PROT"]],
  ["      - key: PROT\n        value: 1\n", ["PROT"]],
  ['[env]\n  PROT = "3001"\n  APP_ULR = "x"', ["APP_ULR", "PROT"]],
  ["ENV PROT 3000\nARG HOTS\nRUN export QUOTA", ["HOTS", "PROT", "QUOTA"]],
  ["docker run -e PROT=1 --env HOTS --build-arg QUOTA x", ["HOTS", "PROT", "QUOTA"]],
  ['{ "env": { "PROT": "1", "APP_ULR": "x" } }', ["APP_ULR", "PROT"]],
  ["| `PROT` or `APP_ULR`, `HOTS` | `ON` | asks `GET` |", ["APP_ULR", "HOTS", "PROT"]],
  ["| `fieldkit.example.com` `A` (and `AAAA`) | address |", []],
  ["`/readyz` is HTTP and JSON; set `DATABASE_URl` or AUTH_SECRET_.", ["AUTH_SECRET_", "DATABASE_URl"]],
  [`fetch("http://x" + process.env.PROT||3000)`, ["PROT"]],
  ['proxy_set_header Host $host; # TLS: YOUR.HOST, CMD ["node"]', []],
])("in %j these are found: %j", (text, names) => {
  expect(namedVariables(text)).toEqual(typeof names === "string" ? names.split(" ") : names);
});
