import type { NextConfig } from "next";
import { bakedCommit, commitOfEnvironment } from "./lib/platform/env/commit";
import { packageFile } from "./lib/platform/env/package-files";
import { isOnPlatform } from "./lib/platform/env/platform-settings";

const config: NextConfig = {
  poweredByHeader: false,
  // Mocks must leave as they are, so we choose what is compressed: `lib/api/compress.ts`.
  compress: false,
  // `/api/mock/users/` and `/api/mock/users` are two endpoints.
  skipTrailingSlashRedirect: true,
  // Else the middleware gets a query that was parsed and written anew, and captures must have it as it was sent.
  skipProxyUrlNormalize: true,
  // `npm run verify` checks types, the tests' included; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  experimental: {
    // Writing the cache takes longer than a build with it saves.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    // Names stay readable in stack traces, and a build takes two thirds of the time. Functions start faster with less code.
    turbopackMinify: { server: isOnPlatform(), client: true },
  },
  // Baked in: a platform that runs functions has no repository to ask.
  env: {
    FIELDKIT_COMMIT: bakedCommit() ?? commitOfEnvironment() ?? "",
    FIELDKIT_CLI_PACKAGE: packageFile("cli"),
    FIELDKIT_SDK_PACKAGE: packageFile("sdk"),
  },
  // Packages that find files or native parts relative to themselves.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "better-auth",
    "nodemailer",
    "pg",
    "pino",
    "piscina",
    "resend",
  ],
  // Started by name, which nothing that looks for imports can see.
  outputFileTracingIncludes: { "/**": ["./dist/programs/*.cjs"] },
};

export default config;
