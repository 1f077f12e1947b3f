import { startDoor } from "../e2e/door";

/** A running server with an account, a project and ways to call its API. */
export async function startSite(settings: Record<string, string> = {}) {
  const door = await startDoor("server", settings, { pages: false });
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
  return { base, project, call, read, dataDir: door.dataDir, stop: door.stop };
}

function post(url: string, body: unknown, cookie: string): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
}

/** Runs `work` for 0 to `count` - 1, at most `width` at a time. */
export async function inParallel(
  count: number,
  width: number,
  work: (at: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
