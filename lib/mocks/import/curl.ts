import type { Converted, Converter, MockFields } from "./converted";
import { argumentsIn, type CurlTransfer, transfersOf } from "./curl-command";
import { commandsIn } from "./curl-words";
import { isMockMethod, methodProblem } from "./openapi-methods";
import { endpointFor } from "./openapi-path";
import { addressOf } from "./postman-address";
import { importLimits, Notes, nameFrom, oneLine, storable } from "./read-document-values";
import { type BodyBudget, FieldRoom } from "./room";

/** cURL commands: a mock for each method and path. What such a request sends is all that is known of its data. */
export const convertCurl: Converter = (document) => {
  const shared: Shared = { taken: new Set(), budget: { chars: importLimits.documentChars } };
  const converted: Converted[] = [];
  for (const entry of entriesIn(typeof document === "string" ? document : "", shared)) {
    if (converted.length < importLimits.entries) {
      converted.push(entry);
      continue;
    }
    const skipped = `A document may have ${importLimits.entries} at most`;
    return [...converted, { source: "More requests", skipped }];
  }
  return converted;
};

type Shared = { taken: Set<string>; budget: BodyBudget };

function* entriesIn(text: string, shared: Shared): Generator<Converted> {
  for (const words of commandsIn(text)) {
    const given = argumentsIn(words);
    let isEmpty = true;
    for (const transfer of transfersOf(given ?? [])) {
      isEmpty = false;
      yield* entriesOf(transfer, shared);
    }
    if (!isEmpty) continue;
    const source = oneLine(words.slice(0, 5).join(" "), 100);
    yield { source, skipped: given ? "It has no address" : "It is no command of cURL" };
  }
}

/** Every address is a request of its own, with all that the command says besides. */
function* entriesOf(transfer: CurlTransfer, { taken, budget }: Shared): Generator<Converted> {
  const notes = new Notes();
  const responseBody = bodyFor(transfer, notes);
  for (const [at, url] of transfer.urls.entries()) {
    const method = transfer.methodOf(at);
    const source = oneLine(`${method} ${url.slice(0, 200)}`, 300);
    const head = headOf(method, url);
    if ("problem" in head) {
      yield { source, skipped: head.problem };
      continue;
    }
    const key = `${method} ${head.mock.endpoint}`;
    const problem = taken.has(key)
      ? "Its method and path are those of a request before it"
      : new FieldRoom(budget).take(responseBody);
    if (problem) {
      yield { source, skipped: problem };
      continue;
    }
    taken.add(key);
    yield { source, mock: { ...head.mock, responseBody }, notes: [...head.notes, ...notes.list] };
  }
}

/** All of a mock but its answer's body. */
function headOf(method: string, url: string): { mock: MockFields; notes: string[] } | { problem: string } {
  if (url === "") return { problem: "It has no address" };
  if (!isMockMethod(method)) return { problem: methodProblem(method) };
  const notes = new Notes();
  const found = endpointFor(pathOf(url), notes);
  if ("problem" in found) return found;
  const { endpoint } = found;
  const name = nameFrom(`${method} ${endpoint}`);
  const responseHeaders = { "Content-Type": "application/json" };
  return { mock: { name, method, endpoint, statusCode: 200, responseHeaders }, notes: notes.list };
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

function bodyFor({ data, hasFile }: CurlTransfer, notes: Notes): string {
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
