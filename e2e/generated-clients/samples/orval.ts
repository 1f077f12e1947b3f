import type { Error as ApiError, Flag, Mock } from "./generated/orval";
import { addMockFile, createFlag, getMockFile, listMocks, updateMock } from "./generated/orval";

const nextCursor = (headers: Headers): string | null => {
  const [, target] = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "") ?? [];
  return target === undefined ? null : new URL(target, "http://localhost").searchParams.get("cursor");
};

export async function listAll(projectId: string): Promise<Mock[]> {
  const mocks: Mock[] = [];
  let cursor: string | null = null;
  do {
    const answer = await listMocks(projectId, { limit: 100, ...(cursor !== null && { cursor }) });
    if (answer.status !== 200) throw new Error(answer.data.error);
    mocks.push(...answer.data);
    cursor = nextCursor(answer.headers);
  } while (cursor !== null);
  return mocks;
}

export async function names(projectId: string): Promise<string[]> {
  const answer = await listMocks(projectId, { fields: ["name"] });
  if (answer.status !== 200) return [];
  const rows: Pick<Mock, "id" | "name">[] = answer.data;
  return rows.map(({ name }) => name);
}

export async function create(projectId: string): Promise<Flag | ApiError["code"]> {
  const answer = await createFlag(projectId, {
    name: "Checkout",
    type: "string",
    onValue: "a",
    offValue: "b",
  });
  return answer.status === 201 ? answer.data : answer.data.code;
}

export async function rename(projectId: string, mock: Mock): Promise<Mock> {
  const headers = { "If-Match": `"${mock.updatedAt}"` };
  const answer = await updateMock(projectId, mock.id, { name: "Renamed" }, { headers });
  if (answer.status === 409 && answer.data.code === "changed" && answer.data.current)
    return answer.data.current;
  if (answer.status !== 200) throw new Error(answer.data.error);
  return answer.data;
}

export async function upload(projectId: string, file: File): Promise<Blob> {
  const stored = await addMockFile(projectId, { file });
  if (stored.status !== 201) throw new Error(stored.data.error);
  const content = await getMockFile(projectId, stored.data.id);
  if (content.status !== 200) throw new Error(content.data.error);
  return content.data;
}
