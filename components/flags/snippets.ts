import type { Snippet } from "@/components/ui/code-snippet";
import { curlCommand, keyFlag, keyVariable } from "@/components/ui/curl-command";

export type Question = {
  /** The address to request, with its query. */
  url: string;
  /** The flag to pick from a response with several flags; undefined if the response is about one. */
  flagKey: string | undefined;
};

/** The same request in every language. Keys and addresses are ASCII, so one way of quoting works for all. */
export function snippetsOf(question: Question): Snippet[] {
  return [
    { label: "curl", code: curl(question) },
    { label: "Node.js", code: javaScript(question) },
    { label: "Python", code: python(question) },
    { label: "Go", code: go(question) },
  ];
}

export type Evaluation = {
  appUrl: string;
  flagKey: string;
  recordId: string;
  /** The key of an environment; undefined for the default one. */
  env: string | undefined;
};

/** Uses OpenFeature's SDKs for servers and for pages, which work with any OFREP service. */
export function openFeature(evaluation: Evaluation): Snippet[] {
  return [openFeatureOnServers(evaluation), openFeatureInPages(evaluation)];
}

function contextOf({ recordId, env }: Evaluation): string {
  const parts = [`targetingKey: ${quoted(recordId)}`, ...(env ? [`env: ${quoted(env)}`] : [])];
  return `{ ${parts.join(", ")} }`;
}

/** @param key the one that goes into the page, where it is known */
export function openFeatureInPages(evaluation: Evaluation, key?: string): Snippet {
  const { appUrl, flagKey } = evaluation;
  return {
    label: "OpenFeature Web",
    code: `// npm install @openfeature/web-sdk @openfeature/ofrep-web-provider
import { OFREPWebProvider } from "@openfeature/ofrep-web-provider";
import { OpenFeature } from "@openfeature/web-sdk";

${keyInPage(key)}

await OpenFeature.setContext(${contextOf(evaluation)});
const provider = new OFREPWebProvider({
  baseUrl: ${quoted(`${appUrl}/api`)},
  headers: [["Authorization", \`Bearer \${key}\`]],
});
await OpenFeature.setProviderAndWait(provider);

const enabled = OpenFeature.getClient().getBooleanValue(${quoted(flagKey)}, false);
console.log(enabled);
`,
  };
}

function openFeatureOnServers(evaluation: Evaluation): Snippet {
  const { appUrl, flagKey } = evaluation;
  return {
    label: "OpenFeature",
    code: `// npm install @openfeature/server-sdk @openfeature/ofrep-provider
import { OFREPProvider } from "@openfeature/ofrep-provider";
import { OpenFeature } from "@openfeature/server-sdk";

const provider = new OFREPProvider({
  baseUrl: ${quoted(`${appUrl}/api`)},
  headers: [["Authorization", \`Bearer \${process.env.${keyVariable}}\`]],
});
await OpenFeature.setProviderAndWait(provider);

const context = ${contextOf(evaluation)};
const enabled = await OpenFeature.getClient().getBooleanValue(${quoted(flagKey)}, false, context);
console.log(enabled);
`,
  };
}

/** A page's key, which is no secret; where it is not known, its place and which it has to be. */
const keyInPage = (key?: string) =>
  key === undefined
    ? '// A key with the scope evaluate. Name your page\'s origin in it.\nconst key = "fk_…";'
    : `const key = ${quoted(key)};`;

const quoted = (text: string) => JSON.stringify(text);

function curl({ url }: Question): string {
  return curlCommand({ method: "GET", url, flags: [keyFlag] });
}

const decisionOf = (flagKey: string | undefined) =>
  flagKey === undefined ? "answer.enabled" : `answer.flags[${quoted(flagKey)}].enabled`;

/**
 * The request as a page makes it, at addresses that answer pages of other origins. What it asks with is in the page:
 * there is no variable to keep it in.
 */
export function inPage({ url, flagKey }: Question): Snippet {
  const code = `${keyInPage()}

const response = await fetch(${quoted(url)}, {
  headers: { Authorization: \`Bearer \${key}\` },
});
if (!response.ok) throw new Error(\`Fieldkit answered \${response.status}\`);

const answer = await response.json();
console.log(${decisionOf(flagKey)});
`;
  return { label: "Browser", code };
}

function javaScript({ url, flagKey }: Question): string {
  return `const response = await fetch(${quoted(url)}, {
  headers: { Authorization: \`Bearer \${process.env.${keyVariable}}\` },
});
if (!response.ok) throw new Error(\`Fieldkit answered \${response.status}\`);

const answer = await response.json();
console.log(${decisionOf(flagKey)});
`;
}

function python({ url, flagKey }: Question): string {
  const place = flagKey === undefined ? "" : `["flags"][${quoted(flagKey)}]`;
  return `import json
import os
from urllib.request import Request, urlopen

request = Request(
    ${quoted(url)},
    headers={"Authorization": f"Bearer {os.environ['${keyVariable}']}"},
)
with urlopen(request, timeout=5) as response:
    answer = json.load(response)

print(answer${place}["enabled"])
`;
}

function go({ url, flagKey }: Question): string {
  const shape =
    flagKey === undefined
      ? "struct{ Enabled bool }"
      : `struct {
		Flags map[string]struct{ Enabled bool }
	}`;
  const decision = flagKey === undefined ? "Enabled" : `Flags[${quoted(flagKey)}].Enabled`;
  return `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
)

func main() {
	request, err := http.NewRequest("GET", ${quoted(url)}, nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("${keyVariable}"))

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		log.Fatal("Fieldkit answered ", response.Status)
	}

	var answer ${shape}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.${decision})
}
`;
}
