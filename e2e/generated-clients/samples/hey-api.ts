import type { CreateMockErrors, Mock } from "./generated/hey-api";
import {
  addMockFile,
  createFlag,
  createMock,
  getMockFile,
  importMocks,
  listMocks,
} from "./generated/hey-api";
import { client } from "./generated/hey-api/client.gen";

const nextCursor = (headers: Headers): string | undefined => {
  const [, target] = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "") ?? [];
  if (target === undefined) return undefined;
  return new URL(target, "http://localhost").searchParams.get("cursor") ?? undefined;
};

async function listAll(projectId: string): Promise<Mock[]> {
  const mocks: Mock[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor !== undefined && { cursor }) };
    const { data, response } = await listMocks({ path: { projectId }, query, throwOnError: true });
    mocks.push(...data);
    cursor = nextCursor(response.headers);
  } while (cursor !== undefined);
  return mocks;
}

const codeOf = (error: CreateMockErrors[keyof CreateMockErrors] | undefined) => error?.code;

export async function useClient({
  baseUrl,
  key,
  projectId,
}: Record<"baseUrl" | "key" | "projectId", string>) {
  client.setConfig({ baseUrl, auth: key });
  const path = { projectId };
  const endpoints = ["/a", "/b", "/c"];
  for (const endpoint of endpoints) {
    await createMock({ path, body: { name: `Mock ${endpoint}`, endpoint }, throwOnError: true });
  }
  const { error: taken } = await createMock({ path, body: { name: "Taken", endpoint: "/a" } });
  const { data: rows } = await listMocks({ path, query: { fields: ["name", "method"] }, throwOnError: true });
  const partial: Pick<Mock, "id" | "name" | "method">[] = rows;
  const flag = await createFlag({ path, body: { name: "Checkout", key: "checkout" }, throwOnError: true });
  const file = new File(["id,name"], "rows.csv", { type: "text/csv" });
  const stored = await addMockFile({ path, body: { file }, throwOnError: true });
  const content = await getMockFile({
    path: { projectId, fileId: stored.data.id },
    parseAs: "text",
    throwOnError: true,
  });
  const document = new File(["curl http://localhost/imported"], "calls.sh");
  const imported = await importMocks({ path, body: { file: document, files: [file] }, throwOnError: true });
  return {
    taken: codeOf(taken),
    partial,
    flag: flag.data.key,
    content: content.data as unknown,
    imported: imported.data.created,
    mocks: (await listAll(projectId)).map(({ endpoint }) => endpoint),
  };
}
