import { isToken } from "../answers/headers";
import { placeholderName } from "./openapi-path";
import { type Address, addressOf, filled, pairsOf, type Variables } from "./postman-address";
import { factsOfBody, fieldsOf, noFacts, type RequestFacts } from "./postman-differences";
import { fieldOf, textOf } from "./read-document-values";

/** Headers that clients add by themselves, or that say nothing of what is asked. */
const noise: ReadonlySet<string> = new Set([
  "postman-token",
  "user-agent",
  "host",
  "connection",
  "content-length",
  "accept-encoding",
  "cache-control",
]);

export function methodOf(request: unknown): string {
  return (textOf(fieldOf(request, "method")) ?? "GET").trim().toUpperCase().slice(0, 30) || "GET";
}

/** A request may be an address and nothing else. */
export const addressOfRequest = (request: unknown, variables: Variables): Address =>
  addressOf(typeof request === "string" ? request : fieldOf(request, "url"), variables);

/** The path of an endpoint as our grammar for imports reads it: `{{version}}` is a placeholder like `:version`. */
export const pathOf = ({ segments }: Address): string =>
  segments
    .map((segment) => {
      const whole = /^\{\{([^{}]+)\}\}$/.exec(segment)?.[1];
      return whole === undefined ? segment.replace(/\{\{([^{}]*)\}\}/g, "{$1}") : `:${whole.trim()}`;
    })
    .join("/");

/** @param template the address of the endpoint, in which this request may have values for the placeholders */
export function factsOf(request: unknown, template: Address, variables: Variables): RequestFacts {
  const address = addressOfRequest(request, variables);
  return {
    ...noFacts,
    ...bodyFacts(fieldOf(request, "body"), variables),
    path: pathFacts(address, template),
    query: address.query,
    headers: headerFacts(fieldOf(request, "header"), variables),
  };
}

function pathFacts(address: Address, template: Address): RequestFacts["path"] {
  const found = new Map<string, string | undefined>();
  if (address.segments.length !== template.segments.length) return found;
  for (const [at, segment] of template.segments.entries()) {
    const name = /^:([^:{}]+)$/.exec(segment)?.[1] ?? /^\{\{([^{}]+)\}\}$/.exec(segment)?.[1]?.trim();
    if (name === undefined) continue;
    const own = address.segments[at] ?? "";
    const isName = own.startsWith(":") || own.includes("{{");
    const value = isName ? address.values.get(own.slice(1)) : own;
    if (value !== undefined && value !== "") found.set(placeholderName(name), value);
  }
  return found;
}

function headerFacts(list: unknown, variables: Variables): RequestFacts["headers"] {
  const found = new Map<string, string | undefined>();
  for (const [name, value] of pairsOf(list, variables)) {
    const lowerName = name.toLowerCase();
    if (isToken(name) && !noise.has(lowerName)) found.set(lowerName, value);
  }
  return found;
}

function bodyFacts(body: unknown, variables: Variables): Partial<RequestFacts> {
  switch (fieldOf(body, "mode")) {
    case "raw":
      return factsOfBody(rawText(body, variables));
    case "urlencoded":
      return { form: pairsOf(fieldOf(body, "urlencoded"), variables) };
    case "graphql":
      return { json: graphqlFields(fieldOf(body, "graphql")) };
    default:
      return {};
  }
}

function rawText(body: unknown, variables: Variables): string {
  const text = textOf(fieldOf(body, "raw")) ?? "";
  return text.length <= 8000 ? filled(text, variables) : text;
}

/** As it is sent: the variables are JSON in a text. */
function graphqlFields(graphql: unknown): RequestFacts["json"] {
  const query = textOf(fieldOf(graphql, "query"));
  if (query === undefined) return new Map();
  const { json } = factsOfBody(textOf(fieldOf(graphql, "variables")) ?? "");
  const variables =
    json.size > 0 && !json.has("") ? fieldsOf({ variables: objectOf(json) }) : new Map<string, string>();
  return new Map([...fieldsOf({ query }), ...variables]);
}

const objectOf = (fields: RequestFacts["json"]): Record<string, unknown> =>
  Object.fromEntries([...fields].map(([name, text]) => [name, JSON.parse(text)]));
