import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e/app",
  outputDir: "test-results",
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: process.env.FIELDKIT_URL ?? "http://localhost:3000",
    // Recording takes a third more time; `npx playwright test --trace on <file>` records what is looked into.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
