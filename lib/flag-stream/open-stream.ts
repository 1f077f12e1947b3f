import { isOriginOfKey } from "@/lib/auth/key-origins";
import type { Outlet } from "@/lib/operations/answer";
import type { KeyActor } from "@/lib/operations/context";
import { flagStreams } from "@/lib/platform/budgets/budgets";
import type { Owners } from "./bounds";
import { heartbeat } from "./events";

/** Who listens. */
export type Listener = {
  owners: Owners;
  actor: KeyActor;
  /** Of the page that listens, if it is one. */
  origin: string | null;
  /** What it heard last. */
  lastEventId: string | undefined;
};

/** One open stream. Whatever happens after its end does nothing. */
export class OpenStream {
  readonly listener: Listener;
  readonly #outlet: Outlet;
  readonly #ended: () => void;
  readonly #endsAt: number;
  #writtenAt: number;
  #isOver = false;

  /** @param ended is called once, however it ends */
  constructor(listener: Listener, outlet: Outlet, given: { now: number; endsAt: number; ended: () => void }) {
    this.listener = listener;
    this.#outlet = outlet;
    this.#ended = given.ended;
    this.#endsAt = given.endsAt;
    this.#writtenAt = given.now;
  }

  /** Who does not read loses the stream, and with it nothing but the time to come again. */
  send(bytes: Uint8Array, now: number): void {
    if (this.#isOver) return;
    if (this.#outlet.waiting() > flagStreams.unreadBytesMax) {
      this.#over(() => this.#outlet.cut());
      return;
    }
    this.#outlet.write(bytes);
    this.#writtenAt = now;
  }

  /** Does what time asks for. */
  tick(now: number): void {
    if (now >= this.#endsAt) this.end();
    else if (now - this.#writtenAt >= flagStreams.heartbeatMs) this.send(heartbeat, now);
  }

  end(): void {
    this.#over(() => this.#outlet.end());
  }

  /** The client is gone. */
  leave(): void {
    this.#over(() => {});
  }

  /** Whether a key, as it is now, may still listen here. Its scopes and environment never change. */
  isAllowedBy(actor: KeyActor): boolean {
    const { origin } = this.listener;
    return isOriginOfKey(actor, { get: (name) => (name === "origin" ? origin : null) });
  }

  #over(finish: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended();
    finish();
  }
}
