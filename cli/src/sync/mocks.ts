import { updateMock } from "@/lib/mocks/contract";
import type { Issue } from "@/lib/operations/operation";
import { failureOf, issuesOf } from "../answer-failure";
import type { Api } from "../api";
import { fromReadable, readableIssues, readableNames, toReadable } from "./body-fields";
import { checkFields } from "./check-fields";
import {
  differing,
  type Fields,
  type FileProblem,
  isFields,
  type Kind,
  ordered,
  type RemoteEntry,
  shared,
  slug,
  without,
} from "./entry";

type RemoteMock = RemoteEntry & { id: string; etag: string };

/** What is the project's own, or comes of calls. */
const own = [
  "id",
  "projectId",
  "createdAt",
  "updatedAt",
  "hits",
  "lastCalledAt",
  "responseCount",
  "callbackCount",
];
const first = ["method", "endpoint", "name", "description", "folder", "tags", "enabled", "statusCode"];

const pathOf = async (api: Api, rest = "") => `/api/projects/${(await api.own()).project.id}/mocks${rest}`;
const keyOf = ({ method, endpoint }: Fields) => `${method ?? "GET"} ${endpoint}`;

/** A response, or the mock itself, whose body is called `name`. */
function bodyToFile(fields: Fields, name: string): Fields {
  const { [name]: body, ...others } = fields;
  return typeof body === "string" ? { ...others, ...toReadable(name, body) } : fields;
}

function bodyFromFile(fields: Fields, name: string): Fields {
  const body = fromReadable(name, fields);
  const others = without(fields, readableNames(name));
  return body === undefined ? others : { ...others, [name]: body };
}

const issuesOfResponses = ({ responses }: Fields): Issue[] =>
  (Array.isArray(responses) ? responses : []).flatMap((each, at) =>
    isFields(each)
      ? readableIssues("body", each).map(({ path, message }) => ({
          path: `responses.${at}.${path}`,
          message,
        }))
      : [],
  );

const eachResponse = (fields: Fields, change: (response: Fields, name: string) => Fields): Fields =>
  Array.isArray(fields.responses)
    ? { ...fields, responses: fields.responses.map((each) => (isFields(each) ? change(each, "body") : each)) }
    : fields;

export const mocks: Kind<RemoteMock> = {
  noun: "mocks",
  folder: "fieldkit/mocks",
  covers: [
    "Files contain complete mocks: responses, conditions, callbacks, folder and tags. They don't contain uploaded files,",
    "collections or the forwarding of unmatched requests. A mock that sends a file refers to its ID in this project.",
  ],
  async read(api) {
    const rows = await api.all<Fields>(await pathOf(api), { sort: "endpoint" });
    return rows.map((row) => ({
      key: keyOf(row),
      name: slug(`${row.method}-${row.endpoint}`) || "root",
      id: String(row.id),
      etag: `"${row.updatedAt}"`,
      fields: without(row, own),
    }));
  },
  fromFile(content, issues) {
    if (content.endpoint === undefined) issues.push({ path: "endpoint", message: "is missing" });
    issues.push(...readableIssues("responseBody", content), ...issuesOfResponses(content));
    const given = eachResponse(bodyFromFile(without(content, own), "responseBody"), bodyFromFile);
    const fields = checkFields(updateMock.body, given, issues);
    return typeof fields.endpoint === "string" ? { key: keyOf(fields), fields } : undefined;
  },
  async check(api, changes) {
    const path = await pathOf(api, "/preview");
    const problems: FileProblem[] = [];
    for (const { local, remote } of changes) {
      const { file, fields } = local;
      if (!remote && fields.name === undefined) problems.push({ file, path: "name", message: "is missing" });
      // Templates and patterns need the engines of the instance.
      const body = { ...remote?.fields, ...fields, request: { path: "/" } };
      const answer = await api.attempt("POST", path, { body });
      if (answer.status === 400) problems.push(...issuesOf(answer).map((issue) => ({ file, ...issue })));
      else if (answer.status >= 300) throw failureOf(answer, path, api.options);
    }
    return problems;
  },
  // Mocks are the same in every environment.
  protected: async () => [],
  toFile: ({ fields }) => ordered(bodyToFile(eachResponse(fields, bodyToFile), "responseBody"), first),
  covered: (local, remote) => shared(local.fields, remote.fields),
  changed: (local, remote) => differing(local.fields, remote.fields),
  async create(api, { fields }, headers) {
    await api.call("POST", await pathOf(api), { body: fields, headers });
  },
  async update(api, local, remote, headers) {
    const body = differing(local.fields, remote.fields);
    await api.call("PUT", await pathOf(api, `/${remote.id}`), {
      body,
      headers: { ...headers, "if-match": remote.etag },
    });
  },
  async remove(api, { id }, headers) {
    await api.call("DELETE", await pathOf(api, `/${id}`), { headers });
  },
  canRemove: () => true,
};
