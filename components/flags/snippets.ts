import type { Snippet } from "@/components/ui/code-snippet";
import { curlCommand, keyFlag, keyVariable } from "@/components/ui/curl-command";
import type { FlagType, FlagValue } from "@/lib/flag-values/contract";

export type Question = {
  /** The address to request, with its query. */
  url: string;
  /** The flag to pick from a response with several flags; undefined if the response is about one. */
  flagKey: string | undefined;
  type: FlagType;
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
  flag: { key: string; type: FlagType; offValue: FlagValue };
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

/** A fallback that is longer stands for itself less well than an empty one. */
const fallbackChars = 60;
const emptyValues = { boolean: "false", string: '""', number: "0", object: "{}" };
const methods = {
  boolean: "getBooleanValue",
  string: "getStringValue",
  number: "getNumberValue",
  object: "getObjectValue",
};

/** The call for a flag's type, with what is taken when nobody answers: the off value, as when it is off. */
function openFeatureCall({ key, type, offValue }: Evaluation["flag"]) {
  return {
    name: answerField(type),
    ask: `${methods[type]}(${quoted(key)}, ${fallbackOf({ type, offValue })}`,
  };
}

export function fallbackOf({ type, offValue }: Omit<Evaluation["flag"], "key">): string {
  const off = JSON.stringify(offValue);
  return off.length <= fallbackChars ? off : emptyValues[type];
}

/** What an answer says of a flag: of a boolean one, that it is on. */
const answerField = (type: FlagType) => (type === "boolean" ? "enabled" : "value");

/** @param key the one that goes into the page, where it is known */
export function openFeatureInPages(evaluation: Evaluation, key?: string): Snippet {
  const { appUrl, flag } = evaluation;
  const { name, ask } = openFeatureCall(flag);
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

const ${name} = OpenFeature.getClient().${ask});
console.log(${name});
`,
  };
}

function openFeatureOnServers(evaluation: Evaluation): Snippet {
  const { appUrl, flag } = evaluation;
  const { name, ask } = openFeatureCall(flag);
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
const ${name} = await OpenFeature.getClient().${ask}, context);
console.log(${name});
`,
  };
}

/** A page's key, which is no secret; where it is not known, its place and which it has to be. */
export const keyInPage = (key?: string) =>
  key === undefined
    ? '// A key with the scope evaluate. Name your page\'s origin in it.\nconst key = "fk_…";'
    : `const key = ${quoted(key)};`;

export const quoted = (text: string) => JSON.stringify(text);

function curl({ url }: Question): string {
  return curlCommand({ method: "GET", url, flags: [keyFlag] });
}

const decisionOf = ({ flagKey, type }: Question) => {
  const place = flagKey === undefined ? "answer" : `answer.flags[${quoted(flagKey)}]`;
  return `${place}.${answerField(type)}`;
};

/**
 * The request as a page makes it, at addresses that answer pages of other origins. What it asks with is in the page:
 * there is no variable to keep it in.
 */
export function inPage(question: Question): Snippet {
  const code = `${keyInPage()}

const response = await fetch(${quoted(question.url)}, {
  headers: { Authorization: \`Bearer \${key}\` },
});
if (!response.ok) throw new Error(\`Fieldkit answered \${response.status}\`);

const answer = await response.json();
console.log(${decisionOf(question)});
`;
  return { label: "Browser", code };
}

function javaScript(question: Question): string {
  return `const response = await fetch(${quoted(question.url)}, {
  headers: { Authorization: \`Bearer \${process.env.${keyVariable}}\` },
});
if (!response.ok) throw new Error(\`Fieldkit answered \${response.status}\`);

const answer = await response.json();
console.log(${decisionOf(question)});
`;
}

function python({ url, flagKey, type }: Question): string {
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

print(answer${place}["${answerField(type)}"])
`;
}

const goTypes = { boolean: "bool", string: "string", number: "float64", object: "map[string]any" };

function go({ url, flagKey, type }: Question): string {
  const field = type === "boolean" ? "Enabled" : "Value";
  const one = `struct{ ${field} ${goTypes[type]} }`;
  const shape =
    flagKey === undefined
      ? one
      : `struct {
		Flags map[string]${one}
	}`;
  const decision = flagKey === undefined ? field : `Flags[${quoted(flagKey)}].${field}`;
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
