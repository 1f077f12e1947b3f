import { startDoor } from "../e2e/door";

/** A running server with an account, a project and ways to call its API. @param extra environment of the server */
export async function startSite(extra: Record<string, string> = {}) {
  const door = await startDoor("server", extra);
  const base = `http://127.0.0.1:${door.port}`;
  const account = { name: "Bench", email: "bench@example.com", password: "correct horse battery" };
  const signedUp = await post(`${base}/api/auth/sign-up/email`, account, "");
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const call = async <T>(path: string, body: unknown): Promise<T> => {
    const response = await post(`${base}${path}`, body, cookie);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${base}${path}`, { headers: { cookie } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const teams = await read<{ id: string }[]>("/api/teams");
  const project = await call<{ id: string; host: string; referenceId: string }>(
    `/api/teams/${teams[0]?.id}/projects`,
    { name: "Bench", slug: "bench" },
  );
  return {
    ...{ base, cookie, project, call, read, port: door.port, pid: door.pid() },
    dataDir: door.dataDir,
    stop: door.stop,
  };
}

function post(url: string, body: unknown, cookie: string): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
}
