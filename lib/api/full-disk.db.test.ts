import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { roomLimits } from "@/db/embedded/disk-room";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { releaseHtml } from "@/db/schema/releases";
import { handleGetSession, handleSignIn, handleSignUp } from "@/lib/auth/account-operations";
import { sessionOf } from "@/lib/auth/session";
import { handleCheckFlag } from "@/lib/flags/check-flag";
import { handleCreateFlag } from "@/lib/flags/create-flag";
import type { Answer } from "@/lib/operations/answer";
import { headerOf } from "@/lib/operations/answer";
import type { AnyImplementation } from "@/lib/operations/implement";
import { clearEverywhere } from "@/lib/platform/cache/shared-cache";
import { handleCreateProject } from "@/lib/projects/create-project";
import { handleDeleteProject } from "@/lib/projects/delete-project";
import { handleGetProject } from "@/lib/projects/get-project";
import { insertRelease } from "@/lib/releases/fixtures/release";
import { htmlOf } from "@/lib/releases/html/kept-html";
import { handleGetRelease } from "@/lib/releases/notes/get-release";
import { handleListReleases } from "@/lib/releases/notes/list-releases";
import { handleListTeams } from "@/lib/teams/list-teams";
import { handleCreateWebhook } from "@/lib/webhooks/create-webhook";
import { handleListRequests } from "@/lib/webhooks/list-requests";
import { answerPublic } from "./public-door";
import { route } from "./route";
import "./accounts";

const password = "correct horse battery";
const email = `${uuidv7()}@example.com`;
const disk = { freeBytes: Number.POSITIVE_INFINITY };
let close: () => Promise<void>;
let cookie = "";
let team: { id: string };
let project: { id: string; referenceId: string; host: string };
const flagKey = "gift-cards";
let release: Awaited<ReturnType<typeof insertRelease>>;
let inbox: { id: string; referenceId: string };

beforeAll(async () => {
  close = await openProcessDatabase(() => disk.freeBytes);
  const signedUp = await ask(handleSignUp, {}, { name: "Ada", email, password });
  cookie = setCookieOf(signedUp);
  [team] = bodyOf(await ask(handleListTeams, {})) as [{ id: string }];
  project = bodyOf(await ask(handleCreateProject, { teamId: team.id }, { name: "Shop", slug: "shop" }));
  inbox = bodyOf(await ask(handleCreateWebhook, { projectId: project.id }, { name: "Orders" }));
  expect((await capture()).status).toBe(200);
  const text = { content: "# Gift cards", status: "published", revision: 1 } as const;
  release = await insertRelease(project.id, text);
  const flag = await ask(
    handleCreateFlag,
    { projectId: project.referenceId },
    { name: "Gift cards", key: flagKey },
  );
  expect(flag.status).toBe(201);
});
afterAll(() => close());
beforeEach(() => {
  disk.freeBytes = roomLimits.reserveBytes - 1;
});

/** Sends a request as a door does. */
function ask(
  implementation: AnyImplementation,
  params: Record<string, string>,
  body?: unknown,
): Promise<Answer> {
  const { method, path } = implementation.operation;
  const target = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "");
  const request = new Request(`http://localhost:3000${target}`, {
    method,
    headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return route(implementation)(request, { params, peerAddress: "127.0.0.1" });
}

async function capture(): Promise<Answer> {
  const { answer } = await answerPublic({
    label: new URL(`http://${project.host}`).hostname.split(".")[0] ?? "",
    method: "POST",
    prefix: "",
    target: `/api/webhook/${inbox.referenceId}`,
    origin: undefined,
    requestedMethod: undefined,
    requestedHeaders: undefined,
    requestId: "test",
    rawHeaders: [],
    clientAddress: () => "127.0.0.1",
    readBody: async () => Buffer.from("hello"),
  });
  return answer;
}

const bodyOf = <T>({ body }: Answer): T => JSON.parse(String(body)) as T;
const setCookieOf = ({ headers }: Answer): string =>
  (headerOf(headers, "set-cookie") ?? "").split(";", 1)[0] ?? "";

describe("while the disk is full", () => {
  test.each([
    ["creating", () => ask(handleCreateWebhook, { projectId: project.id }, { name: "More" })],
    ["deleting", () => ask(handleDeleteProject, { teamId: team.id, projectId: project.id })],
    ["a capture", capture],
    ["signing in", () => ask(handleSignIn, {}, { email, password })],
    ["signing up", () => ask(handleSignUp, {}, { name: "Eve", email: `${uuidv7()}@example.com`, password })],
  ])("%s is 507, and says why and what to do", async (_, send) => {
    const answer = await send();
    expect(answer.status).toBe(507);
    expect(headerOf(answer.headers, "retry-after")).toBe("30");
    expect(bodyOf(answer)).toMatchObject({
      code: "insufficient_storage",
      error: expect.stringContaining("disk is full. Nothing was stored or deleted"),
    });
  });

  test.each([
    ["a thing", () => ask(handleGetProject, { teamId: team.id, projectId: project.id })],
    ["a list", () => ask(handleListTeams, {})],
    ["what was captured", () => ask(handleListRequests, { projectId: project.id, webhookId: inbox.id })],
    [
      "releases, which are ended when their time is up",
      () => ask(handleListReleases, { projectId: project.id }),
    ],
    ["a release", () => ask(handleGetRelease, { projectId: project.id, releaseId: release.id })],
    [
      "a flag, whose roll is kept elsewhere",
      () => ask(handleCheckFlag, { projectId: project.referenceId, flagKey }),
    ],
    ["the session", () => ask(handleGetSession, {})],
  ])("%s can be read", async (_, send) => {
    expect((await send()).status).toBe(200);
  });

  test("the HTML of a release that was never shown is made for its reader", async () => {
    const read = () => htmlOf(db(), release, 1_000_000);
    expect(await read()).toContain("Gift cards");
    expect(await db().$count(releaseHtml)).toBe(0);
    disk.freeBytes = Number.POSITIVE_INFINITY;
    expect(await read()).toContain("Gift cards");
  });

  test("a session that is due for its extension is read without it, and one that is over is none", async () => {
    const headers = new Headers({ cookie });
    const read = async (expiresIn: string) => {
      disk.freeBytes = Number.POSITIVE_INFINITY;
      await db().execute(sql`update sessions set expires_at = now() + ${expiresIn}::interval`);
      await clearEverywhere("sessions");
      disk.freeBytes = 0;
      return sessionOf(headers);
    };
    expect(await read("1 day")).toMatchObject({ user: { email } });
    const shown = bodyOf<{ user: { email: string } }>(await ask(handleGetSession, {}));
    expect(shown.user.email).toBe(email);
    expect(await read("-1 day")).toBeNull();
    expect(await read("1 day")).toMatchObject({ user: { email } });
  });
});

test("once there is room again, all goes on", async () => {
  await capture();
  disk.freeBytes = roomLimits.enoughBytes;
  expect((await capture()).status).toBe(200);
  expect((await ask(handleCreateWebhook, { projectId: project.id }, { name: "More" })).status).toBe(201);
});
