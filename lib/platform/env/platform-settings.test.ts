import { expect, test, vi } from "vitest";
import { pageDeployment } from "./mock-hostname";
import { parseEnv } from "./parse-env";

const shared = { DATABASE_URL: "postgres://db/fieldkit", AUTH_SECRET: "s".repeat(32) };
const onVercel = { VERCEL: "1", VERCEL_URL: "fieldkit-1.vercel.app" };
const production = { VERCEL_ENV: "production", VERCEL_PROJECT_PRODUCTION_URL: "fieldkit.example.com" };

test("functions need what a process with a disk makes for itself, and are told all of it at once", () => {
  expect(() => parseEnv(onVercel)).toThrow(
    /DATABASE_URL: must be set on Vercel.*AUTH_SECRET: must be set on Vercel/s,
  );
  expect(parseEnv({ ...onVercel, ...shared }).isServerless).toBe(true);
  expect(parseEnv({}).isServerless).toBe(false);
});

test.each([
  [{}, "http://localhost:3000"],
  [{ VERCEL_URL: "elsewhere.example" }, "http://localhost:3000"],
  [onVercel, "https://fieldkit-1.vercel.app"],
  [{ ...onVercel, ...production }, "https://fieldkit.example.com"],
  [{ ...onVercel, VERCEL_ENV: "preview", VERCEL_BRANCH_URL: "b.vercel.app" }, "https://b.vercel.app"],
  [{ ...onVercel, ...production, APP_URL: "https://mine.example" }, "https://mine.example"],
])("%j is served at %s, and the middleware knows the same", (source: Record<string, string>, address) => {
  const names = ["VERCEL", "VERCEL_ENV", "VERCEL_URL", "VERCEL_BRANCH_URL", "VERCEL_PROJECT_PRODUCTION_URL"];
  for (const name of [...names, "APP_URL", "PORT"]) vi.stubEnv(name, source[name] ?? "");
  expect(parseEnv({ ...shared, ...source }).appUrl).toBe(address);
  expect(pageDeployment().appUrl).toBe(address);
  vi.unstubAllEnvs();
});
