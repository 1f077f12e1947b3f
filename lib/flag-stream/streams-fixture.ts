import { afterEach, beforeEach, expect, vi } from "vitest";
import { everyRight } from "@/lib/auth/fixtures/caller";
import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import type { Outlet } from "@/lib/operations/answer";
import type { KeyActor } from "@/lib/operations/context";
import { FlagStreams, type FlagStreamsOptions } from "./flag-streams";
import type { Listener } from "./open-stream";

export const environment = (id: string, isDefault = false) => ({ id, key: id, name: id, isDefault });

/** What the database has, and how often it was asked. */
export const database = {
  ofAll: "1",
  ofOne: new Map<string, string>(),
  environments: [] as EnvironmentSnapshot[],
  keys: new Map<string, { actor: KeyActor; expiresAt: number }>(),
  looks: 0,
  isAway: false,
};

export const keyOf = (id: string, change = {}): KeyActor => ({
  kind: "key",
  key: { id, projectId: "p", ...everyRight, scopes: ["evaluate"], ...change },
});

const source: FlagStreamsOptions["source"] = {
  async answers(ids) {
    database.looks += 1;
    if (database.isAway) throw new Error("away");
    return new Map(ids.map((id) => [id, { ofAll: database.ofAll, ofOne: new Map(database.ofOne) }]));
  },
  environments: async () => database.environments,
  keys: async () => new Map(database.keys),
};

/** Whether this process hears of changes. */
export const bus = { hears: true };
const apartMs = 10;
export let streams: FlagStreams;

export function startStreams(given: Partial<FlagStreamsOptions> = {}): void {
  streams = new FlagStreams({
    source,
    hears: () => bus.hears,
    isCurrent: () => bus.hears,
    lifeMs: 3_600_000,
    apartMs,
    ...given,
  });
}

/** Called by each test file at its top: hooks belong to the file that registers them. */
export function setUpStreams(): void {
  vi.stubEnv("QUOTAS", "flagStreams=5,flagStreamsOfKey=3,flagStreamsOfAddress=4");
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearInterval", "Date"], now: 1_000_000 });
    bus.hears = true;
    Object.assign(database, { ofAll: "1", looks: 0, isAway: false });
    database.ofOne = new Map([
      ["live", "1"],
      ["next", "1"],
    ]);
    database.environments = [environment("live", true), environment("next")];
    database.keys = new Map(["k", "l"].map((id) => [id, { actor: keyOf(id), expiresAt: Infinity }]));
    startStreams();
  });
  afterEach(() => {
    streams.endAll();
    vi.useRealTimers();
  });
}

export class Client implements Outlet {
  text = "";
  unread = 0;
  fate: "open" | "ended" | "cut" = "open";
  leave = () => {};
  write(bytes: Uint8Array) {
    expect(this.fate).toBe("open");
    this.text += Buffer.from(bytes).toString();
  }
  waiting = () => this.unread;
  end() {
    this.fate = "ended";
  }
  cut() {
    this.fate = "cut";
  }
  get types() {
    return [...this.text.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type);
  }
  get id() {
    return [...this.text.matchAll(/id: (.*)/g)].at(-1)?.[1];
  }
}

type Given = { selector?: string; keyId?: string; address?: string; origin?: string; lastEventId?: string };

export async function open({
  selector,
  keyId = "k",
  address,
  origin,
  lastEventId,
}: Given = {}): Promise<Client> {
  const client = new Client();
  const channel = await streams.channelOf({ projectId: "p", boundTo: null, selector });
  const listener: Listener = {
    owners: { projectId: "p", keyId, address },
    actor: keyOf(keyId),
    origin: origin ?? null,
    lastEventId,
  };
  client.leave = streams.begin(channel, listener, client);
  return client;
}

/** Lets so much time pass, and others have their turns. */
export async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
