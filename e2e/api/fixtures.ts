import { randomBytes } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { expect } from "vitest";
import { type Answer, appHost, mockDomain, send } from "./client";

export const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const unknownId = "3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11";
export const password = "correct horse battery";

export type Team = {
  id: string;
  referenceId: string;
  name: string;
  slug: string;
  isPersonal: boolean;
  role: string;
  createdAt: string;
  updatedAt: string;
};
export type Project = {
  id: string;
  teamId: string;
  referenceId: string;
  name: string;
  slug: string;
  description: string | null;
  host: string;
  mockBaseUrl: string;
  createdAt: string;
  updatedAt: string;
};
export type Mock = {
  id: string;
  projectId: string;
  name: string;
  method: string;
  endpoint: string;
  updatedAt: string;
} & Record<string, unknown>;
export type Collection = {
  id: string;
  path: string;
  seed: object[];
  itemCount: number;
  itemBytes: number;
  url: string;
  updatedAt: string;
};
export type Webhook = {
  id: string;
  referenceId: string;
  projectId: string;
  name: string;
  url: string;
  updatedAt: string;
} & Record<string, unknown>;
export type Captured = {
  id: string;
  webhookId: string;
  sequence: number;
  method: string;
  path: string;
  rawUrl: string;
  headers: Record<string, string>;
  rawHeaders: [string, string][];
  query: Record<string, string | string[]>;
  body: string;
  bodyEncoding: "utf8" | "base64";
  bodyTruncated?: boolean;
  size: number;
  ip: string;
  receivedAt: string;
  signature: { verdict: string; detail: string; refused: boolean } | null;
};
export type ApiKey = { id: string; key: string; prefix: string; name: string } & Record<string, unknown>;
export type Environment = { id: string; name: string; key: string; isDefault: boolean };
export type Flag = {
  id: string;
  projectId: string;
  key: string;
  enabled: boolean;
  rollout: number;
  environment: { id: string; name: string; key: string };
  updatedAt: string;
} & Record<string, unknown>;
export type Group = { id: string; projectId: string; key: string; prefix: string } & Record<string, unknown>;
export type GroupFlag = { id: string; groupId: string; key: string } & Record<string, unknown>;
export type FlagRecord = { id: string; group: { id: string; name: string } } & Record<string, unknown>;
export type Member = { userId: string; name: string; email: string; role: string };
export type Invitation = { id: string; email: string; role: string; token: string; url: string };

export const unique = (prefix: string) => `${prefix}-${randomBytes(5).toString("hex")}`;

/** The cookies that an answer sets, as a Cookie header. */
export function cookiesOf(answer: Answer): string {
  return (answer.headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]).join("; ");
}

/** A signed-in person; every call carries the session cookie. */
export class Person {
  constructor(
    readonly id: string,
    readonly name: string,
    readonly email: string,
    readonly cookie: string,
  ) {}

  /** `body` is sent as JSON, a string or bytes as they are. */
  call(method: string, path: string, body?: unknown, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    const raw = typeof body === "string" || Buffer.isBuffer(body);
    return send({
      method,
      path,
      headers: {
        cookie: this.cookie,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
    });
  }

  get = (path: string) => this.call("GET", path);
  post = (path: string, body?: unknown) => this.call("POST", path, body);
  put = (path: string, body?: unknown) => this.call("PUT", path, body);
  delete = (path: string) => this.call("DELETE", path);
}

export function postJson(path: string, body: unknown, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
  return send({
    method: "POST",
    path,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** Headers of a call with an API key. */
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

export async function signUp(email = `${unique("person")}@example.com`, name = "Ada"): Promise<Person> {
  const answer = await postJson("/api/auth/sign-up/email", { name, email, password });
  expect(answer.status, answer.text()).toBe(200);
  const { user } = answer.json<{ user: { id: string } }>();
  return new Person(user.id, name, email, cookiesOf(answer));
}

/** The answer of a call that has to succeed. */
export async function done<T>(answer: Promise<Answer>, status = 200): Promise<T> {
  const { status: got, text, json } = await answer;
  expect(got, text()).toBe(status);
  return json<T>();
}

export const createTeam = (person: Person, slug = unique("team")) =>
  done<Team>(person.post("/api/teams", { name: "A team", slug }), 201);

export const createProject = (person: Person, teamId: string, slug = unique("shop")) =>
  done<Project>(person.post(`/api/teams/${teamId}/projects`, { name: "Shop", slug }), 201);

export const createMock = (person: Person, projectId: string, fields: Record<string, unknown> = {}) =>
  done<Mock>(
    person.post(`/api/projects/${projectId}/mocks`, {
      name: "A mock",
      endpoint: `/${unique("m")}`,
      ...fields,
    }),
    201,
  );

export const createCollection = (person: Person, projectId: string, fields: Record<string, unknown> = {}) =>
  done<Collection>(
    person.post(`/api/projects/${projectId}/mock-collections`, {
      name: "A collection",
      path: `/${unique("c")}`,
      ...fields,
    }),
    201,
  );

export const createWebhook = (person: Person, projectId: string, fields: Record<string, unknown> = {}) =>
  done<Webhook>(person.post(`/api/projects/${projectId}/webhooks`, { name: "An inbox", ...fields }), 201);

/** What it forwards fails at once, so that it can be sent again. */
export const createForwardingRule = (
  person: Person,
  projectId: string,
  webhookId: string,
  fields: Given = {},
) =>
  done<{ id: string; name: string }>(
    person.post(`/api/projects/${projectId}/webhooks/${webhookId}/forwarding-rules`, {
      name: unique("Rule"),
      url: `http://${appHost}/api/nothing`,
      ...fields,
    }),
    201,
  );

/** What it is told of publications fails at once, so that it can be sent again. */
export const createReleaseWebhook = (person: Person, projectId: string, fields: Given = {}) =>
  done<{ id: string; secret: string }>(
    person.post(`/api/projects/${projectId}/release-webhooks`, {
      ...{ url: `http://${appHost}/api/nothing`, events: ["release.published"] },
      ...fields,
    }),
    201,
  );

/** Where senders of an inbox post to, on its project's host. */
export const pathOf = ({ referenceId }: Webhook) => `/api/webhook/${referenceId}`;

type Given = Record<string, unknown>;

/** `reference`: the project's public reference id, here and below. */
export const createKey = (person: Person, reference: string, fields: Given = {}) =>
  done<ApiKey>(person.post(`/api/projects/${reference}/api-keys`, { name: "A key", ...fields }), 201);

export const createEnvironment = (person: Person, reference: string, fields: Given = {}) =>
  done<Environment>(
    person.post(`/api/projects/${reference}/environments`, { name: unique("Env"), ...fields }),
    201,
  );

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** One change of a flag, an hour from now. */
export const createSchedule = (person: Person, flagPath: string, change: object = { enabled: false }) =>
  done<{ id: string }>(person.post(`${flagPath}/schedules`, { steps: [{ at: inAnHour(), ...change }] }), 201);

export const createSegment = (person: Person, reference: string, fields: Given = {}) =>
  done<{ id: string; key: string }>(
    person.post(`/api/projects/${reference}/segments`, {
      name: unique("Segment"),
      conditions: [{ attribute: "plan", operator: "equals", values: ["pro"] }],
      ...fields,
    }),
    201,
  );

/** An environment as other things show it. */
export const named = ({ id, name, key }: Environment) => ({ id, name, key });

/** What a plain boolean flag has that nobody has described, of the fields that other flags need. */
export const plainBoolean = {
  ...{ description: null, tags: [], ownerId: null, lastEvaluatedAt: null },
  ...{ rolloutBasisPoints: null, type: "boolean", onValue: true, offValue: false },
  ...{ variants: null, valueSchema: null },
};

export const createFlag = (person: Person, reference: string, fields: Given = {}) =>
  done<Flag>(person.post(`/api/projects/${reference}/flags`, { name: unique("Flag"), ...fields }), 201);

export const createGroup = (person: Person, reference: string, fields: Given = {}) =>
  done<Group>(person.post(`/api/projects/${reference}/groups`, { name: unique("Group"), ...fields }), 201);

const groupPath = ({ id, projectId }: Group) => `/api/projects/${projectId}/groups/${id}`;

export const createGroupFlag = (person: Person, group: Group, fields: Given = {}) =>
  done<GroupFlag>(
    person.post(`${groupPath(group)}/flags`, { name: "A flag", key: unique("flag"), ...fields }),
    201,
  );

export const createRecord = (person: Person, group: Group, fields: Given = {}) =>
  done<FlagRecord>(person.post(`${groupPath(group)}/records`, fields), 201);

/** Lets somebody into a team by an invitation. */
export async function join(admin: Person, teamId: string, guest: Person, role = "member"): Promise<void> {
  const { token } = await done<Invitation>(
    admin.post(`/api/teams/${teamId}/invitations`, { email: guest.email, role }),
    201,
  );
  await done(guest.post(`/api/invitations/${token}/accept`));
}

export const hostOf = (team: Team, project: { slug: string }) =>
  `${team.referenceId}-${project.slug}.${mockDomain}`;

export type Site = { owner: Person; team: Team; project: Project; host: string; mocks: string };

/**
 * A person with a team and a project; `mocks` is the path of its mocks.
 * @param known signed up before: a new password to hash takes longer than all else that is created here
 */
export async function createSite(known?: Person): Promise<Site> {
  const owner = known ?? (await signUp());
  const team = await createTeam(owner);
  const project = await createProject(owner, team.id);
  return { owner, team, project, host: hostOf(team, project), mocks: `/api/projects/${project.id}/mocks` };
}
