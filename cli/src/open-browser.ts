import { spawn } from "node:child_process";
import type { Environment } from "./terminal";

/** Opens an address in the browser. @returns whether something was found that does so */
export function openBrowser(address: string, env: Environment): Promise<boolean> {
  const [program, ...args] = opener(env);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}

function opener(env: Environment): [string, ...string[]] {
  if (env.BROWSER) return [env.BROWSER];
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
