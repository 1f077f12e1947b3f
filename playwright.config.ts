import { defineConfig } from "@playwright/test";
import type { Options } from "./e2e/app/browser";
import { workers } from "./e2e/target-port";

export default defineConfig<Options>({
  testDir: "e2e/app",
  globalSetup: "./e2e/app/chromium.ts",
  workers,
  projects: [{ name: "dashboard", outputDir: "test-results/dashboard" }],
  forbidOnly: true,
  retries: 0,
  // On a busy machine a minute of looking at pages becomes four; what does not come at all ends by `expect`.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    baseURL: process.env.FIELDKIT_URL ?? "http://localhost:3000",
    // Recording takes a third more time; `npx playwright test --trace on <file>` records what is looked into.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
