import type { Operation } from "@/lib/operations/operation";
import { Contents, type People, Place } from "./contents";
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

/** A team of its own with one of each resource. What no operation asks for isn't created. */
export class Everything {
  readonly #people: People;
  readonly #contents: Contents;

  readonly #age: number;

  /** @param age how many have used the place before */
  constructor(people: People, place = new Place(people), age = 0) {
    this.#people = people;
    this.#age = age;
    this.#contents = new Contents(place);
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
  after({ path }: Operation): Everything {
    const isInProject = /:projectId\b.*:/.test(path) || /:(invitationId|token)\b/.test(path);
    // A project may have few of some things: ten release webhooks are the fewest.
    if (!isInProject || this.#age === 5) return new Everything(this.#people);
    return new Everything(this.#people, this.#contents.place, this.#age + 1);
  }

  /** All of them, one after the other. */
  async all(): Promise<Values> {
    const found: Partial<Values> = {};
    for (const name of Object.keys(values) as ValueName[]) found[name] = await this.get(name);
    return found as Values;
  }
}

/** Paths below a project that name it by its public reference id. */
const byReference =
  /^\/api\/projects\/:projectId\/(api-keys|environments|environment-comparison|environment-promotions|flags|flag-keys|groups|records|schedules|segments|stale-flags)\b/;

function nameOfValue(path: string, name: string): string {
  if (name === "scheduleId" && path.includes("/groups/")) return "groupScheduleId";
  return name === "projectId" && byReference.test(path) ? "referenceId" : name;
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
