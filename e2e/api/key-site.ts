/** A team with a member, for each file of tests about API keys, and what a key opens. */
import { beforeAll, expect } from "vitest";
import { expectRefusal, send } from "./client";
import { type ApiKey, bearer, createSite, done, join, type Person, type Site, signUp } from "./fixtures";

export let site: Site;
export let member: Person;

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    site = await createSite();
    member = await signUp();
    await join(site.owner, site.team.id, member);
  });
}

export const keysOf = ({ project }: Site) => `/api/projects/${project.referenceId}/api-keys`;
export const create = (fields: Record<string, unknown>) => site.owner.post(keysOf(site), fields);
export const listed = async ({ id }: ApiKey) =>
  (await done<ApiKey[]>(site.owner.get(keysOf(site)))).find((each) => each.id === id);

export const reference = () => site.project.referenceId;

/** Asks again until there is an answer: what is written beside a request follows it by a moment. */
export async function until<T>(ask: () => Promise<T | null | undefined>): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const found = await ask();
    if (found !== null && found !== undefined) return found;
    expect(Date.now(), "it did not happen in time").toBeLessThan(deadline);
  }
}

/** What a key opens: its project's paths, and the SDK's. */
export async function expectDead(key: string): Promise<void> {
  const path = `/api/projects/${reference()}/flags`;
  expectRefusal(await send({ path, headers: bearer(key) }), 401, "Invalid or expired API key");
  const sdk = await send({ path: "/api/flags/nobody", headers: { "x-api-key": key } });
  expectRefusal(sdk, 401, "Invalid or revoked API key");
}

export async function expectAlive(key: string): Promise<void> {
  const answer = await send({ path: `/api/projects/${reference()}/flags`, headers: bearer(key) });
  expect(answer.status, answer.text()).toBe(200);
}
