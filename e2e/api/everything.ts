import type { Operation } from "@/lib/operations/operation";
import { Contents, type People, Place, type Resource } from "./contents";
import { unknownId } from "./fixtures";

/** A value for every name that paths have, and for the names that bodies and credentials need. */
const values = {
  teamId: async ({ place }: Contents) => (await place.team()).id,
  emptyTeamId: async ({ place }: Contents) => (await place.emptyTeam()).id,
  userId: async ({ place }: Contents) => place.people.other.id,
  team: async ({ place }: Contents) => (await place.team()).slug,
  project: async ({ place }: Contents) => (await place.project()).slug,
  projectId: async ({ place }: Contents) => (await place.project()).id,
  referenceId: async ({ place }: Contents) => (await place.project()).referenceId,
  ownKey: async ({ place }: Contents) => (await place.key()).key,
  ownKeyId: async ({ place }: Contents) => (await place.key()).id,
  readKey: async ({ place }: Contents) => (await place.readKey()).key,
  readKeyId: async ({ place }: Contents) => (await place.readKey()).id,
  evaluateKey: async ({ place }: Contents) => (await place.evaluateKey()).key,
  evaluateKeyId: async ({ place }: Contents) => (await place.evaluateKey()).id,
  mockId: async (contents: Contents) => (await contents.mock()).id,
  fileId: async (contents: Contents) => (await contents.file()).id,
  collectionId: async (contents: Contents) => (await contents.collection()).id,
  webhookId: async (contents: Contents) => (await contents.webhook()).id,
  ruleId: async (contents: Contents) => (await contents.rule()).id,
  requestId: async (contents: Contents) => (await contents.request()).id,
  deliveryId: async (contents: Contents) => (await contents.delivery()).id,
  shareId: async (contents: Contents) => (await contents.share()).id,
  callId: async (contents: Contents) => (await contents.call()).id,
  environmentId: async (contents: Contents) => (await contents.environment()).id,
  environmentKey: async (contents: Contents) => (await contents.environment()).key,
  flagId: async (contents: Contents) => (await contents.flag()).id,
  flagKey: async (contents: Contents) => (await contents.flag()).key,
  groupId: async (contents: Contents) => (await contents.group()).id,
  groupFlagId: async (contents: Contents) => (await contents.groupFlag()).id,
  key: async (contents: Contents) => (await contents.groupFlag()).key,
  recordId: async (contents: Contents) => (await contents.record()).id,
  scheduleId: async (contents: Contents) => (await contents.schedule()).id,
  groupScheduleId: async (contents: Contents) => (await contents.groupSchedule()).id,
  segmentId: async (contents: Contents) => (await contents.segment()).id,
  keyId: async (contents: Contents) => (await contents.key()).id,
  releaseId: async (contents: Contents) => (await contents.release()).id,
  attachmentId: async (contents: Contents) => (await contents.attachment()).id,
  releaseWebhookId: async (contents: Contents) => (await contents.releaseWebhook()).id,
  releaseDeliveryId: async (contents: Contents) => (await contents.releaseDelivery()).id,
  kind: async () => "mock",
  itemId: async (contents: Contents) => (await contents.deletedMock()).id,
  invitationId: async (contents: Contents) => (await contents.invitation()).id,
  token: async (contents: Contents) => (await contents.invitation()).token,
  provider: async () => "github",
  subscriberId: async () => unknownId,
  sessionId: async () => unknownId,
  passkeyId: async () => unknownId,
  subscription: async () => "none.none",
  verification: async () => "none.none",
  emailChange: async () => "none.none",
  cancellation: async () => "none.none",
  restoration: async () => "none.none",
};

export type ValueName = keyof typeof values;
export type Values = Record<ValueName, string>;

/** The resources that an operation uses up, by the last name in its path. The next call needs new ones. */
const changedBy: Partial<Record<string, Resource>> = {
  ...{ invitationId: "invitation", token: "invitation", itemId: "deletedMock" },
  ...{ mockId: "mock", fileId: "file", collectionId: "collection", callId: "call" },
  ...{ webhookId: "webhook", requestId: "request", ruleId: "rule", deliveryId: "delivery", shareId: "share" },
  ...{ environmentId: "environment", flagId: "flag", scheduleId: "schedule", segmentId: "segment" },
  ...{ groupId: "group", groupFlagId: "groupFlag", recordId: "record", groupScheduleId: "groupSchedule" },
  ...{ keyId: "key", releaseId: "release", attachmentId: "attachment" },
  ...{ releaseWebhookId: "releaseWebhook", releaseDeliveryId: "releaseDelivery" },
};

/** The same of operations whose paths end with the project. */
const changedByOperation: Partial<Record<string, Resource>> = {
  clearMockCalls: "call",
  promoteFlags: "flag",
};

/** A team of its own with one of each resource. What no operation asks for isn't created. */
export class Everything {
  readonly #people: People;
  readonly #contents: Contents;
  /** How many times each resource was created again in the same project. */
  readonly #renewed: Partial<Record<Resource, number>>;

  constructor(
    people: People,
    contents = new Contents(new Place(people)),
    renewed: Partial<Record<Resource, number>> = {},
  ) {
    this.#people = people;
    this.#contents = contents;
    this.#renewed = renewed;
  }

  get = (name: ValueName): Promise<string> => values[name](this.#contents);

  /** The values of an operation's path, and of these names. */
  async of({ path }: Operation, ...more: ValueName[]): Promise<Record<string, string>> {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => nameOfValue(path, name));
    const found: Record<string, string> = {};
    for (const name of [...names, ...more]) {
      if (!(name in values)) throw new Error(`No value for :${name}`);
      found[name] = await this.get(name as ValueName);
    }
    return found;
  }

  /** What is left for another call once this operation has changed things: new ones, of as few kinds as possible. */
  after({ id, path }: Operation): Everything {
    const last = [...path.matchAll(/:(\w+)/g)].at(-1)?.[1] ?? "";
    if (last === "teamId" || last === "userId") return new Everything(this.#people);
    const changed = changedByOperation[id] ?? changedBy[nameOfValue(path, last)];
    const times = changed ? (this.#renewed[changed] ?? 0) + 1 : 0;
    // A project may have few of some things: ten release webhooks are the fewest.
    if (!changed || times > 5) {
      return new Everything(this.#people, new Contents(this.#contents.place.withNewProject()));
    }
    return new Everything(this.#people, this.#contents.without(changed), {
      ...this.#renewed,
      [changed]: times,
    });
  }

  /** All of them, one after the other. */
  async all(): Promise<Values> {
    const found: Partial<Values> = {};
    for (const name of Object.keys(values) as ValueName[]) found[name] = await this.get(name);
    return found as Values;
  }
}

/** Paths below a project on which the specification refuses its UUID. */
export const refusesUuid =
  /^\/api\/projects\/:projectId\/(api-keys|environments|environment-comparison|environment-promotions|flags|flag-keys|groups|records|schedules|segments|stale-flags)\b/;

function nameOfValue(path: string, name: string): string {
  if (name === "scheduleId" && path.includes("/groups/")) return "groupScheduleId";
  // The one ID that every path takes.
  return name === "projectId" ? "referenceId" : name;
}

/** What an operation's query needs, for these values. */
export const neededQuery = ({ id }: Operation, values: Record<string, string>): Record<string, string> =>
  id === "compareEnvironments" ? { from: "production", to: values.environmentKey ?? "" } : {};

/** The operation's path with these values in it. */
export function pathFor({ path }: Operation, values: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[nameOfValue(path, name)];
    if (value === undefined) throw new Error(`No value for :${name}`);
    return value;
  });
}
