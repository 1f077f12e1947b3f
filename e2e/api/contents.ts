import { expect, vi } from "vitest";
import { lazily } from "@/lib/platform/singleton";
import { emptyRangeAt } from "../empty-range";
import { appHost, send } from "./client";
import {
  createCollection,
  createEnvironment,
  createFlag,
  createForwardingRule,
  createGroup,
  createGroupFlag,
  createKey,
  createMock,
  createProject,
  createRecord,
  createReleaseWebhook,
  createSchedule,
  createSegment,
  createTeam,
  createWebhook,
  done,
  hostOf,
  type Invitation,
  join,
  type Person,
  pathOf,
  unique,
} from "./fixtures";

export type People = Record<"admin" | "member" | "other", Person> & { removedMember?: Person };

/** A team with these people, a project and its keys, each created when it's first needed. */
export class Place {
  constructor(readonly people: People) {}

  /** The same team, whose project was changed or has enough. */
  withNewProject(): Place {
    const { team, emptyTeam } = this;
    return Object.assign(new Place(this.people), { team, emptyTeam });
  }

  team = lazily(async () => {
    const { admin, member, other, removedMember } = this.people;
    const team = await createTeam(admin);
    await join(admin, team.id, member);
    await join(admin, team.id, other);
    if (removedMember) {
      await join(admin, team.id, removedMember);
      await done(admin.delete(`/api/teams/${team.id}/members/${removedMember.id}`));
    }
    return team;
  });
  emptyTeam = lazily(() => createTeam(this.people.admin));
  project = lazily(async () => createProject(this.people.admin, (await this.team()).id));
  key = lazily(() => this.#key());
  readKey = lazily(() => this.#key("read"));
  evaluateKey = lazily(() => this.#key("evaluate"));

  async #key(scope = "admin") {
    return createKey(this.people.admin, (await this.project()).referenceId, { scope });
  }
}

/** What is created of other resources, by their names. */
const dependents = {
  ...{ invitation: [], mock: [], file: [], collection: [], call: [], deletedMock: [] },
  webhook: ["request", "rule", "delivery", "share"],
  request: ["delivery", "share"],
  rule: ["delivery"],
  ...{ delivery: [], share: [], environment: [], segment: [], key: [] },
  flag: ["schedule"],
  group: ["groupFlag", "record", "groupSchedule"],
  groupFlag: ["record", "groupSchedule"],
  ...{ record: [], schedule: [], groupSchedule: [] },
  release: ["attachment", "releaseDelivery"],
  releaseWebhook: ["releaseDelivery"],
  ...{ attachment: [], releaseDelivery: [] },
} as const;

export type Resource = keyof typeof dependents;

/** One of each resource in a project, each created when it's first needed. */
export class Contents {
  readonly admin: Person;

  constructor(readonly place: Place) {
    this.admin = place.people.admin;
  }

  /** The same resources, but for a changed one and those that belong to it. */
  without(changed: Resource): Contents {
    const renewed: readonly Resource[] = [changed, ...dependents[changed]];
    const kept = (Object.keys(dependents) as Resource[]).filter((name) => !renewed.includes(name));
    return Object.assign(
      new Contents(this.place),
      Object.fromEntries(kept.map((name) => [name, this[name]])),
    );
  }

  /** The path of the project that mocks, inboxes and releases are below, and that of flags. */
  api = async () => `/api/projects/${(await this.place.project()).id}`;
  flagApi = async () => `/api/projects/${await this.#reference()}`;
  #projectId = async () => (await this.place.project()).id;
  #reference = async () => (await this.place.project()).referenceId;

  invitation = lazily(async () => {
    const email = `${unique("guest")}@example.com`;
    const path = `/api/teams/${(await this.place.team()).id}/invitations`;
    return done<Invitation>(this.admin.post(path, { email }), 201);
  });
  mock = lazily(async () => createMock(this.admin, await this.#projectId()));
  file = lazily(async () => uploadSmallFile(this.admin, `${await this.api()}/mock-files`));
  collection = lazily(async () => createCollection(this.admin, await this.#projectId()));
  call = lazily(async () => {
    await send({ path: "/api/mock/nothing", host: await this.#host() });
    return firstCall(this.admin, await this.#projectId());
  });
  deletedMock = lazily(async () => {
    const deleted = await createMock(this.admin, await this.#projectId());
    await done(this.admin.delete(`${await this.api()}/mocks/${deleted.id}`));
    return deleted;
  });

  webhook = lazily(async () => createWebhook(this.admin, await this.#projectId()));
  request = lazily(() => this.#capture());
  rule = lazily(async () =>
    createForwardingRule(this.admin, await this.#projectId(), (await this.webhook()).id),
  );
  delivery = lazily(async () => {
    await this.rule();
    await this.#capture();
    return endedDelivery(this.admin, await this.#inbox());
  });
  share = lazily(async () => {
    const path = `${await this.#inbox()}/requests/${(await this.request()).id}/shares`;
    return done<{ id: string }>(this.admin.post(path, {}), 201);
  });

  environment = lazily(async () => createEnvironment(this.admin, await this.#reference()));
  flag = lazily(async () => createFlag(this.admin, await this.#reference()));
  group = lazily(async () => createGroup(this.admin, await this.#reference()));
  groupFlag = lazily(async () => createGroupFlag(this.admin, await this.group()));
  /** It has a value of its own for the group's flag. */
  record = lazily(async () => {
    const group = await this.group();
    const record = await createRecord(this.admin, group);
    const values = `${await this.flagApi()}/groups/${group.id}/records/${record.id}/values`;
    await done(this.admin.put(`${values}/${(await this.groupFlag()).id}`, { rollout: 50 }));
    return record;
  });
  schedule = lazily(async () =>
    createSchedule(this.admin, `${await this.flagApi()}/flags/${(await this.flag()).id}`),
  );
  groupSchedule = lazily(async () => {
    const flag = `${await this.flagApi()}/groups/${(await this.group()).id}/flags/${(await this.groupFlag()).id}`;
    return createSchedule(this.admin, flag, { defaultEnabled: false });
  });
  segment = lazily(async () => createSegment(this.admin, await this.#reference()));
  /** Nobody calls with it, so that it may be revoked. */
  key = lazily(async () => createKey(this.admin, await this.#reference()));

  release = lazily(async () => createFailedRelease(this.admin, await this.#projectId()));
  attachment = lazily(async () =>
    uploadSmallFile(this.admin, `${await this.api()}/releases/${(await this.release()).id}/attachments`),
  );
  releaseWebhook = lazily(async () => createReleaseWebhook(this.admin, await this.#projectId()));
  releaseDelivery = lazily(async () => {
    const webhook = `${await this.api()}/release-webhooks/${(await this.releaseWebhook()).id}`;
    return toldOfRelease(this.admin, await this.#projectId(), (await this.release()).id, webhook);
  });

  #host = async () => hostOf(await this.place.team(), await this.place.project());
  #inbox = async () => `${await this.api()}/webhooks/${(await this.webhook()).id}`;
  #capture = async () =>
    done<{ id: string }>(send({ path: pathOf(await this.webhook()), host: await this.#host() }));
}

/** Nothing listens at the rule's URL. The rule's counts change until the delivery has failed. */
function endedDelivery(admin: Person, inbox: string): Promise<{ id: string }> {
  const read = async () => {
    const [delivery] = await done<{ id: string; state: string }[]>(admin.get(`${inbox}/deliveries`));
    if (delivery?.state !== "failed") throw new Error("The delivery has not failed yet");
    return delivery;
  };
  return vi.waitFor(read, { interval: 20, timeout: 60_000 });
}

/** Publishes a release, which is a draft again afterwards, and waits until a webhook failed to hear of it. */
async function toldOfRelease(admin: Person, projectId: string, releaseId: string, webhook: string) {
  const release = `/api/projects/${projectId}/releases/${releaseId}`;
  await done(admin.post(`${release}/publish`, {}));
  await done(admin.post(`${release}/unpublish`, {}));
  return endedDelivery(admin, webhook);
}

/** Calls are written after they were answered. */
function firstCall(admin: Person, projectId: string): Promise<{ id: string }> {
  const read = async () => {
    const [call] = await done<{ id: string }[]>(admin.get(`/api/projects/${projectId}/mock-calls`));
    if (!call) throw new Error("The call is not written yet");
    return call;
  };
  return vi.waitFor(read, { interval: 20, timeout: 60_000 });
}

export const emptyRange = emptyRangeAt(`http://${appHost}`);

/** A draft that says why it has no notes. */
async function createFailedRelease(admin: Person, projectId: string): Promise<{ id: string }> {
  const path = `/api/projects/${projectId}/releases`;
  const { id } = await done<{ id: string }>(admin.post(`${path}/generate`, emptyRange), 201);
  const isDraft = async () => expect((await admin.get(`${path}/${id}`)).json().status).toBe("draft");
  await vi.waitFor(isDraft, { interval: 20, timeout: 60_000 });
  return { id };
}

/** A form with a small file. */
export const smallForm = {
  contentType: "multipart/form-data; boundary=b",
  body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n',
};

function uploadSmallFile(admin: Person, path: string): Promise<{ id: string }> {
  return done(admin.call("POST", path, smallForm.body, { "content-type": smallForm.contentType }), 201);
}
