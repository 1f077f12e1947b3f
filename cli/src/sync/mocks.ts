import type { Api } from "../api";
import { usage } from "../failure";
import { fromReadable, readableNames, toReadable } from "./body-fields";
import { differing, type Fields, type Kind, ordered, type RemoteEntry, slug, without } from "./entry";

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

const eachResponse = (fields: Fields, change: (response: Fields, name: string) => Fields): Fields =>
  Array.isArray(fields.responses)
    ? { ...fields, responses: fields.responses.map((each) => change(each as Fields, "body")) }
    : fields;

export const mocks: Kind<RemoteMock> = {
  noun: "mocks",
  folder: "fieldkit/mocks",
  covers: [
    "All of a mock: its answers, conditions, callbacks and where it is filed. Uploaded files, collections and what is",
    "answered where no mock is are not covered; a mock that sends a file names it by its id in this project.",
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
  fromFile(content, file) {
    if (typeof content.endpoint !== "string") throw usage(`${file} is no mock: it has no endpoint.`);
    const fields = eachResponse(bodyFromFile(without(content, own), "responseBody"), bodyFromFile);
    return { key: keyOf(fields), fields };
  },
  toFile: ({ fields }) => ordered(bodyToFile(eachResponse(fields, bodyToFile), "responseBody"), first),
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
