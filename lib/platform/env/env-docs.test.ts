import { readFileSync } from "node:fs";
import { parseEnv as parseDotenv } from "node:util";
import { expect, test } from "vitest";
import { exampleText, withVariables } from "./env-docs";
import { exampleFile, readmeFile } from "./env-docs-files";
import { parseEnv, Variables } from "./parse-env";
import { type Home, variableGroups } from "./variables";

const described = variableGroups.flatMap(({ variables }) => variables);
const allNames = described.flatMap(({ examples }) => Object.keys(examples)).sort();
const neededAt = (home: Home) =>
  described
    .filter(({ needed }) => needed?.includes(home))
    .flatMap(({ examples }) => Object.keys(examples))
    .sort();

test("the README's table is what the variables' descriptions say; `npm run env-docs` writes it anew", () => {
  const readme = readFileSync(readmeFile, "utf8");
  expect(readme).toBe(withVariables(readme));
  expect(() => withVariables("# Fieldkit\n")).toThrow("has no lines");
});

test(".env.example is what the descriptions say; `npm run env-docs` writes it anew", () => {
  expect(readFileSync(exampleFile, "utf8")).toBe(exampleText());
});

test("each variable that is parsed is described, once, and no others", () => {
  expect(allNames).toEqual(Object.keys(Variables.shape).sort());
});

/** With these, defaults show that mean nothing without them. */
const showing = { OPENAI_API_KEY: "key", OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

/** The literal that a default begins with, and the variable that has it. */
const literals = described.flatMap((variable) => {
  const [, literal] = /^`?(\d[^\s;,`]*|(?<=`)[^`]+)/.exec(variable.default) ?? [];
  const [name = ""] = Object.keys(variable.examples);
  return literal === undefined ? [] : [{ name, literal }];
});

test.each(literals)("$name is $literal where it is not set", ({ name, literal }) => {
  const { [name]: _, ...others } = { PORT: "3000", ...showing } as Record<string, string>;
  const set = parseEnv({ ...others, [name]: literal.replace("$PORT", "3000") });
  expect(set).toEqual(parseEnv(others));
});

test("no default of a single value is left out", () => {
  const defaults = Object.entries(Variables.parse({})).filter(([, value]) => typeof value !== "object");
  expect(defaults.length).toBeGreaterThan(10);
  const told = literals.map(({ name }) => name);
  expect(told).toEqual(expect.arrayContaining(defaults.map(([name]) => name)));
});

/** `.env.example` with every line of a setting in force. */
const uncommented = () => parseDotenv(exampleText().replace(/^# ([A-Z][A-Z0-9_]*=)/gm, "$1"));

test.each(["SMTP_URL", "RESEND_API_KEY"])(
  "all of .env.example can be set at once, with %s as the one way for mail",
  (way) => {
    const all = uncommented();
    expect(Object.keys(all).sort()).toEqual(allNames);
    const other = way === "SMTP_URL" ? "RESEND_API_KEY" : "SMTP_URL";
    const parsed = parseEnv({ ...all, [other]: "" });
    expect(parsed.mail).toMatchObject({ service: way === "SMTP_URL" ? "smtp" : "resend" });
    expect(parsed).toMatchObject({ workers: 4, signUp: "invited", upstash: { token: "token" } });
  },
);

test("as it is, .env.example sets nothing", () => {
  expect(parseDotenv(exampleText())).toEqual({});
});

test("shells, systemd, containers and Node read an example alike, and no secret of our own is among them", () => {
  const all = uncommented();
  for (const value of Object.values(all)) expect(value).toMatch(/^[\w.:,/@=-]*$/);
  const own = ["AUTH_SECRET", "AUTH_SECRET_PREVIOUS", "CRON_SECRET", "METRICS_TOKEN"];
  expect(own.map((name) => all[name])).toEqual(["", "", "", ""]);
});

test("what is needed on Vercel is what Fieldkit refuses to do without there", () => {
  const missing = (source: Record<string, string>) => {
    try {
      parseEnv(source);
      return [];
    } catch (error) {
      return [...String(error).matchAll(/^ {2}(\w+): must be set on Vercel/gm)].map(([, name]) => name);
    }
  };
  expect(missing({ VERCEL: "1" }).sort()).toEqual(neededAt("on Vercel"));
});

test("what the relay needs is what its page says", () => {
  const page = readFileSync(new URL("../../../docs/deploy/sidecar.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` .*; needed/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(neededAt("by the relay"));
});
