import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { profileFor, writeProfiles } from "./profiles";

const live = { url: "https://live.example", key: "fk_live", project: "Live" };
const local = { url: "http://localhost:3000", key: "fk_local", project: "Local" };
let home: { XDG_CONFIG_HOME: string };
beforeAll(() => {
  home = { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), "fieldkit-profiles-")) };
  writeProfiles(home, { current: "live", profiles: { live, local } });
});
afterAll(() => rmSync(home.XDG_CONFIG_HOME, { recursive: true }));

const [url, key] = ["https://other.example", "fk_other"];
const both = { FIELDKIT_URL: url, FIELDKIT_API_KEY: key };

test.each<[string, string | undefined, Record<string, string>, { url: string; key: string }]>([
  ["the current profile", undefined, {}, live],
  ["the profile of FIELDKIT_PROFILE", undefined, { FIELDKIT_PROFILE: "local" }, local],
  ["the environment before profiles", undefined, { ...both, FIELDKIT_PROFILE: "local" }, { url, key }],
  ["the profile of --profile before the environment", "local", both, local],
  ["a profile whose URL is FIELDKIT_URL", undefined, { FIELDKIT_URL: "https://live.example/x" }, live],
  ["a profile of the same local server", "local", { FIELDKIT_URL: "http://127.0.0.1:3000" }, local],
  ["the current profile if variables are empty", undefined, { FIELDKIT_URL: "", FIELDKIT_API_KEY: "" }, live],
])("selects %s", (_, flag, env, expected) => {
  const { url, key } = profileFor({ ...home, ...env }, flag);
  expect({ url, key }).toEqual({ url: expected.url, key: expected.key });
});

test.each<[string, string | undefined, Record<string, string>, RegExp]>([
  ["a key without its URL", undefined, { FIELDKIT_API_KEY: key }, /FIELDKIT_API_KEY .*FIELDKIT_URL/],
  [
    "a key without its URL and a profile",
    "local",
    { FIELDKIT_API_KEY: key },
    /FIELDKIT_API_KEY .*FIELDKIT_URL/,
  ],
  [
    "a URL and the current profile of another",
    undefined,
    { FIELDKIT_URL: url },
    /other\.example.*live\.example/,
  ],
  [
    "a URL and a selected profile of another",
    "local",
    { FIELDKIT_URL: url },
    /other\.example.*localhost:3000/,
  ],
  [
    "a URL and FIELDKIT_PROFILE of another port",
    undefined,
    { FIELDKIT_URL: "http://localhost:3001", FIELDKIT_PROFILE: "local" },
    /localhost:3001.*localhost:3000/,
  ],
  ["a profile that doesn't exist", "constructor", {}, /Available profiles: live, local/],
  ["a URL that is none", undefined, { ...both, FIELDKIT_URL: "ftp://a" }, /FIELDKIT_URL must be a URL/],
])("refuses %s", (_, flag, env, message) => {
  expect(() => profileFor({ ...home, ...env }, flag)).toThrow(message);
});

test.each<[string, Record<string, string>, string]>([
  ["nothing", {}, "You aren't signed in. Run: fieldkit login https://fieldkit.example.com"],
  [
    "a URL without its key",
    { FIELDKIT_URL: "other.example/x", FIELDKIT_API_KEY: "" },
    "FIELDKIT_URL is set without FIELDKIT_API_KEY. Set both, or run fieldkit login https://other.example.",
  ],
])("refuses %s without a profile", (_, env, message) => {
  const empty = { XDG_CONFIG_HOME: join(home.XDG_CONFIG_HOME, "none"), ...env };
  const refused = expect.objectContaining({ kind: "refused", message });
  expect(() => profileFor(empty, undefined)).toThrow(refused);
});
