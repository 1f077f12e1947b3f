import type { Snippet } from "@/components/ui/code-snippet";
import { type Evaluation, fallbackOf, keyInPage, quoted } from "./snippets";

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
    code: `// npm install ${appUrl}/sdk.tgz
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
