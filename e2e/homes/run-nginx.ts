/** `npx tsx e2e/homes/run-nginx.ts [names of tests]`: the API through nginx without the pages, which needs no build. */
import { dirname } from "node:path";
import { bundleServer } from "@/server/build";
import { runStages, summary } from "../check/steps";

process.env.FIELDKIT_PAGES = "none";
// After the setting, which the door reads once.
const { serverWithoutPages } = await import("../door");
const { nginxSuite } = await import("./nginx");

await bundleServer(dirname(serverWithoutPages), { server: "server/main.ts" });
const step = { title: "API behind nginx", run: () => nginxSuite(process.argv.slice(2)) };
const { text, succeeded } = summary(
  await runStages([[[step]]], (line) => process.stdout.write(`\n${line}\n`)),
);
process.stdout.write(`\n=== The end\n${text}\n`);
if (!succeeded) process.exitCode = 1;
