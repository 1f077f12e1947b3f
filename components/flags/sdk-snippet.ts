import type { Snippet } from "@/components/ui/code-snippet";
import { keyVariable } from "@/components/ui/curl-command";
import { packageFile } from "@/lib/platform/env/package-files";
import { type Evaluation, fallbackOf, keyInPage, quoted } from "./snippets";

/** Uses the SDK of the instance in a server program, which evaluates flags locally. */
export function sdkOnServers({ appUrl, flag, recordId, env }: Evaluation): Snippet {
  const ask =
    flag.type === "boolean"
      ? `flags.isOn(${quoted(flag.key)}, subject)`
      : `flags.value(${quoted(flag.key)}, ${fallbackOf(flag)}, subject)`;
  const environment = env ? `\n  environment: ${quoted(env)},` : "";
  return {
    label: "SDK, server",
    code: `// npm install ${appUrl}/${packageFile("sdk")}
import { createLocalClient } from "@fieldkit/sdk/server";

const flags = createLocalClient({
  url: ${quoted(appUrl)},
  // A key with the scope flags:read.
  key: process.env.${keyVariable},${environment}
});
await flags.ready();

const subject = { targetingKey: ${quoted(recordId)} };
console.log(${ask});
flags.close();
`,
  };
}

/**
 * Uses the SDK that the instance itself serves.
 * @param key the one that goes into the page, where it is known
 */
export function sdkInPages({ appUrl, flag, recordId, env }: Evaluation, key?: string): Snippet {
  const ask =
    flag.type === "boolean"
      ? `flags.isOn(${quoted(flag.key)})`
      : `flags.value(${quoted(flag.key)}, ${fallbackOf(flag)})`;
  const environment = env ? `\n  environment: ${quoted(env)},` : "";
  return {
    label: "SDK",
    code: `// npm install ${appUrl}/${packageFile("sdk")}
import { createClient } from "@fieldkit/sdk";

${keyInPage(key)}

const flags = createClient({
  url: ${quoted(appUrl)},
  key,${environment}
  subject: ${quoted(recordId)},
});
await flags.ready();

const show = () => console.log(${ask});
show();
flags.onChange(show);
`,
  };
}
