import { embeddedUrl } from "@/db/embedded/embedded-url";
import { startDoor } from "../e2e/door";
import { createScratchDatabase } from "../e2e/scratch-database";
import type { Subject } from "./subject";

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * A running server with an account, a project and ways to call its API.
 * @param extra environment of the server
 * @param subject what it runs on; without, as `npm start` does, with the embedded database
 */
export async function startSite(extra: Record<string, string> = {}, subject?: Subject) {
  const database = subject?.admin ? await createScratchDatabase(subject.admin) : undefined;
  const env = { DATABASE_URL: database?.url ?? "", ...subject?.env, ...extra };
  let stop = async () => database?.drop();
  try {
    const door = await startDoor("server", env, subject && { node: subject.node.path });
    stop = () => door.stop().finally(() => database?.drop());
    const databaseUrl = database?.url ?? embeddedUrl(door.dataDir);
    const node = subject?.node.path ?? process.execPath;
    return { ...(await furnish(door)), databaseUrl, node, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function furnish(door: Awaited<ReturnType<typeof startDoor>>) {
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
  const [team] = await read<{ id: string; slug: string }[]>("/api/teams");
  if (!team) throw new Error("A new account has no team");
  const project = await call<{ id: string; host: string; referenceId: string; slug: string }>(
    `/api/teams/${team.id}/projects`,
    { name: "Bench", slug: "bench" },
  );
  return { base, cookie, team, project, call, read, port: door.port, pid: door.pid() };
}

function post(url: string, body: unknown, cookie: string): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
}
