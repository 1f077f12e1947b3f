import type { Converted, Converter, MockFields } from "./converted";
import { type CurlCommand, readCommand } from "./curl-command";
import { commandsIn } from "./curl-words";
import { isMockMethod, methodProblem } from "./openapi-methods";
import { endpointFor } from "./openapi-path";
import { addressOf } from "./postman-address";
import { importLimits, Notes, nameFrom, oneLine, storable } from "./read-document-values";

/** cURL commands: a mock for each method and path. What such a request sends is all that is known of its data. */
export const convertCurl: Converter = (document) => {
  const commands = typeof document === "string" ? commandsIn(document) : [];
  const converted: Converted[] = [];
  const taken = new Set<string>();
  for (const words of commands) {
    if (converted.length === importLimits.entries) {
      converted.push({
        source: "More commands",
        skipped: `A document may have ${importLimits.entries} at most`,
      });
      break;
    }
    const command = readCommand(words);
    if (command) converted.push(entryOf(command, taken));
    else
      converted.push({
        source: oneLine(words.slice(0, 5).join(" "), 100),
        skipped: "It is no command of cURL",
      });
  }
  return converted;
};

function entryOf(command: CurlCommand, taken: Set<string>): Converted {
  const { method, url } = command;
  const shown = oneLine(`${method} ${url.slice(0, 200)}`, 300);
  if (url === "") return { source: oneLine(`${method} cURL`, 100), skipped: "It has no address" };
  if (!isMockMethod(method)) return { source: shown, skipped: methodProblem(method) };
  const notes = new Notes();
  const path = pathOf(url);
  const found = endpointFor(path, notes);
  if ("problem" in found) return { source: shown, skipped: found.problem };
  const key = `${method} ${found.endpoint}`;
  if (taken.has(key))
    return { source: shown, skipped: "Its method and path are those of a command before it" };
  taken.add(key);
  const body = bodyFor(command, notes);
  const mock: MockFields = {
    name: nameFrom(`${method} ${found.endpoint}`),
    method,
    endpoint: found.endpoint,
    statusCode: 200,
    responseHeaders: { "Content-Type": "application/json" },
    responseBody: body,
  };
  return { source: shown, mock, notes: notes.list };
}

/** The host may be a variable of the shell. Others in the path are placeholders. */
function pathOf(url: string): string {
  const variable = /^\$(?:\{[^{}]*\}|[A-Za-z_]\w*)/;
  const { segments } = addressOf(url.replace(variable, "http://host"), new Map());
  return segments
    .map((segment) => segment.replace(/\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g, (_, a, b) => `{${a ?? b}}`))
    .map((segment) => segment.replace(/\{\{([^{}]*)\}\}/g, "{$1}"))
    .join("/");
}

function bodyFor({ data, hasFile }: CurlCommand, notes: Notes): string {
  if (hasFile) notes.add("It sends a file, which is not part of the command");
  const text = data ?? "";
  if (text === "" || text.length > importLimits.fieldChars) {
    notes.add("A command says nothing of the answer, so it is {}");
    return "{}";
  }
  try {
    JSON.parse(text);
    notes.add("A command says nothing of the answer, so it is the JSON that is sent");
    return storable(text);
  } catch {
    notes.add("A command says nothing of the answer, so it is {}");
    return "{}";
  }
}
