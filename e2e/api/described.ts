import { get } from "node:http";
import { json } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { lazily } from "@/lib/platform/singleton";
import type { Answer } from "./client";

type Json = Record<string, unknown>;
type Described = {
  operationId: string;
  pattern: RegExp;
  method: string;
  /** A JSON pointer to it in the document. */
  pointer: string;
  responses: Record<string, Response & { $ref?: string }>;
};
type Response = {
  headers?: Record<string, { $ref?: string; required?: boolean; schema?: Json }>;
  content?: Record<string, { schema?: Json }>;
  /** The parameter with which rows have only some of their fields. */
  "x-partial-rows"?: string;
};

type Document = { paths: Record<string, Record<string, Json>> };

/**
 * The service's own document. Making it of the operations takes seconds for each file of tests, and `openapi.test.ts`
 * compares both.
 */
const loaded = lazily(async () => {
  const document = await fetchDocument();
  close(document);
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "api");
  return {
    document,
    ajv,
    operations: operationsOf(document.paths),
    validators: new Map<string, ValidateFunction>(),
  };
});

type Loaded = Awaited<ReturnType<typeof loaded>>;

function fetchDocument(): Promise<Document> {
  return new Promise((resolve, reject) => {
    const url = new URL("/api/openapi.json", process.env.FIELDKIT_URL);
    get(url, { agent: false }, (response) => {
      if (response.statusCode === 200)
        json(response).then((document) => resolve(document as Document), reject);
      else reject(new Error(`${url} responded with ${response.statusCode}`));
    }).on("error", reject);
  });
}

/** The description leaves answers open, for clients' sake; the service must not give more than it describes. */
function close(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const schema = value as Json;
  if (schema.type === "object" && schema.properties) schema.additionalProperties ??= false;
  for (const each of Object.values(schema)) close(each);
}

function operationsOf(paths: Record<string, Record<string, Json>>): Described[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      operationId: String(operationId),
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
      pointer: `/paths/${escaped(path)}/${method}`,
      responses: responses as Described["responses"],
    })),
  );
  // `/flags/check/{flagKey}` before `/{a}/{b}/{c}`.
  return operations.sort((a, b) => variables(a) - variables(b));
}

const variables = ({ pattern }: Described) => pattern.source.split("[^").length;
const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");

/** A malformed percent-encoding names nothing: Next says so before any operation is asked. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Operations don't refer to it, because only calls that are not described get it. */
const wrongMethod: Described["responses"][string] = { $ref: "#/components/responses/MethodNotAllowed" };

type Asked = { method: string; path: string };

/** In what an answer is not as the description of the API has it; undefined when it is, or when it has no such operation. */
export async function undescribed({ method, path }: Asked, answer: Answer): Promise<string | undefined> {
  const api = await loaded();
  const [pathname = "", query = ""] = path.split("?", 2);
  const wanted = method === "HEAD" ? "GET" : method;
  const ofPath = api.operations.filter(({ pattern }) => pattern.test(pathname));
  const operation = ofPath.find((each) => each.method === wanted) ?? (answer.status === 405 && ofPath[0]);
  if (!operation || !isDecodable(pathname)) return undefined;
  const given = answer.status === 405 ? wrongMethod : operation.responses[answer.status];
  if (!given) return `${operation.operationId}: status ${answer.status} is not described`;
  const pointer = given.$ref?.slice(1) ?? `${operation.pointer}/responses/${answer.status}`;
  const response = given.$ref ? at<Response>(api, given.$ref) : given;
  const selects = new URLSearchParams(query).has(response["x-partial-rows"] ?? "");
  const problem =
    problemOfHeaders(api, response, answer) ??
    (method === "HEAD" ? undefined : problemOfBody(api, response, pointer, answer, selects));
  return problem && `${operation.operationId} ${answer.status}: ${problem}`;
}

function problemOfHeaders(api: Loaded, { headers = {} }: Response, answer: Answer): string | undefined {
  for (const [name, described] of Object.entries(headers)) {
    const header = described.$ref ? at<typeof described>(api, described.$ref) : described;
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined) {
      if (header.required) return `the header ${name} is missing`;
      continue;
    }
    const pattern = new RegExp(String(header.schema?.pattern ?? ""));
    if (![value].flat().every((each) => pattern.test(each))) return `${name}: ${value} is not as described`;
  }
  return undefined;
}

function problemOfBody(
  api: Loaded,
  { content }: Response,
  pointer: string,
  answer: Answer,
  selects: boolean,
): string | undefined {
  if (!content) return answer.body.length > 0 ? "has a body, and none is described" : undefined;
  const type = (answer.headers["content-type"] ?? "").split(";", 1)[0]?.trim() ?? "";
  const described = type in content ? type : "*/*";
  if (!(described in content)) return `the media type ${type || "(none)"} is not described`;
  if (described !== "application/json") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(decoded(answer).toString());
  } catch {
    return "the body is not JSON";
  }
  const validate = validatorOf(api, `${pointer}/content/${escaped(described)}/schema`, selects);
  return validate(value) ? undefined : JSON.stringify(validate.errors);
}

/** Few tests ask for a compressed answer, and they get it as it was sent. */
function decoded({ body, headers }: Answer): Buffer {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[String(headers["content-encoding"])];
  return decode ? decode(body) : body;
}

/** Made at first use, because a file of tests meets few of all the schemas. */
function validatorOf(api: Loaded, pointer: string, selects: boolean): ValidateFunction {
  const { ajv, validators } = api;
  const key = `${pointer} ${selects}`;
  const validate =
    validators.get(key) ?? ajv.compile(selects ? selection(api, pointer) : { $ref: `api#${pointer}` });
  validators.set(key, validate);
  return validate;
}

/** The document's value at a place, and the validator of the schema there. */
export async function validatorAt(pointer: string) {
  const api = await loaded();
  return { found: at<unknown>(api, `#${pointer}`), validate: () => validatorOf(api, pointer, false) };
}

/** The schema of a list whose items have only the fields that `?fields=` names. */
function selection(api: Loaded, pointer: string): Json {
  const { items } = at<{ items?: Json }>(api, `#${pointer}`);
  if (!items) return { $ref: `api#${pointer}` };
  const { required: _, ...item } = typeof items.$ref === "string" ? at<Json>(api, items.$ref) : items;
  return JSON.parse(JSON.stringify({ type: "array", items: item }).replaceAll('"#/', '"api#/')) as Json;
}

/** What a reference within the document means. */
function at<T>({ document }: Loaded, reference: string): T {
  let found: unknown = document;
  for (const part of reference.slice(2).split("/")) {
    found = (found as Json)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return found as T;
}
