import { build } from "@/server/build";
import { isBuilt } from "@/server/build-stamp";
import { say } from "./load";

/** The servers under test run the last build, whatever their Node is. */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt()) return;
  say("Building first, which takes two or three minutes…");
  Object.assign(process.env, { NODE_ENV: "production" });
  await build();
}
