import { type RedisClient, RedisLink, type RedisTiming } from "./redis-link";

type RedisSubscriberOptions = {
  url: string;
  timing: RedisTiming;
  random: () => number;
  prefix: string;
  /** Channels that stay subscribed for as long as the process runs. */
  always: string[];
  received: (channel: string, text: string) => void;
  /** Called when all channels are subscribed on a fresh connection. */
  established: () => void;
};

/** `confirm` resolves `ready`; `confirmed` tells whether it has. */
type Confirmation = { ready: Promise<void>; confirm: () => void; confirmed: boolean };
type Channel = { users: number; established: Confirmation };

/** How many channels one SUBSCRIBE names when all of them are established anew. */
const channelsAtOnce = 500;

/** Keeps the subscriptions of this process at Redis, across connections. */
export class RedisSubscriber {
  readonly #options: RedisSubscriberOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #link: RedisLink;
  #live: RedisClient | undefined;

  constructor(options: RedisSubscriberOptions) {
    this.#options = options;
    for (const channel of options.always)
      this.#channels.set(channel, { users: 1, established: unconfirmed() });
    this.#link = new RedisLink({
      ...options,
      name: "listening",
      established: (client) => this.#establishAll(client),
      lost: () => this.#lose(),
    });
  }

  get ok(): boolean {
    return this.#live !== undefined;
  }

  /** Adds a user of the channel. `ready` stays pending for as long as Redis is away; it never rejects. */
  acquire(channel: string): Promise<void> {
    const known = this.#channels.get(channel);
    if (known) {
      known.users += 1;
      return known.established.ready;
    }
    const added = { users: 1, established: unconfirmed() };
    this.#channels.set(channel, added);
    const client = this.#live;
    client?.subscribe(this.#options.prefix + channel, this.#receive).then(added.established.confirm, () => {
      // If it was refused or broken, a new connection establishes everything, and reports why if it cannot.
      client.destroy();
    });
    return added.established.ready;
  }

  release(channel: string): void {
    const known = this.#channels.get(channel);
    if (!known) return;
    known.users -= 1;
    if (known.users > 0) return;
    this.#channels.delete(channel);
    known.established.confirm();
    this.#live?.unsubscribe(this.#options.prefix + channel, this.#receive).catch(() => {});
  }

  async close(graceMs: number): Promise<void> {
    await this.#link.close(graceMs);
    for (const { established } of this.#channels.values()) established.confirm();
  }

  readonly #receive = (text: string, name: string) =>
    this.#options.received(name.slice(this.#options.prefix.length), text);

  async #establishAll(client: RedisClient): Promise<void> {
    const { prefix } = this.#options;
    const done = new Set<string>();
    for (;;) {
      const missing = [...this.#channels.keys()].filter((channel) => !done.has(channel));
      if (missing.length === 0) break;
      const next = missing.slice(0, channelsAtOnce);
      await client.subscribe(
        next.map((channel) => prefix + channel),
        this.#receive,
      );
      for (const channel of next) done.add(channel);
    }
    // Nothing is awaited from here on, so that a channel acquired or released now sees this connection.
    if (!client.isReady) throw new Error("The connection was closed");
    this.#live = client;
    for (const channel of done) {
      const wanted = this.#channels.get(channel);
      if (wanted) wanted.established.confirm();
      else client.unsubscribe(prefix + channel, this.#receive).catch(() => {});
    }
    this.#options.established();
  }

  #lose(): void {
    this.#live = undefined;
    for (const channel of this.#channels.values()) {
      // Those who already wait for this promise must get the same one.
      if (channel.established.confirmed) channel.established = unconfirmed();
    }
  }
}

function unconfirmed(): Confirmation {
  let resolve = () => {};
  const confirmation: Confirmation = {
    ready: new Promise<void>((done) => {
      resolve = done;
    }),
    confirm: () => {
      confirmation.confirmed = true;
      resolve();
    },
    confirmed: false,
  };
  return confirmation;
}
