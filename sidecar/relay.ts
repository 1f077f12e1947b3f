import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { accessChannel } from "@/lib/platform/bus/access-changes";
import type { Bus } from "@/lib/platform/bus/bus";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { isObserving, observeUpgrade } from "@/lib/platform/observe/observed-request";
import { routeNamed } from "@/lib/platform/observe/routes";
import { type Steps, Turns } from "@/lib/platform/process/turns";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { inboxOf } from "@/lib/webhooks/stream-contract";
import { Access } from "./access";
import { Refusal, type StreamBackend } from "./backend";
import { type Clock, systemClock } from "./clock";
import { afterOf, agreedProtocol, credentialsOf } from "./handshake";
import { Hub } from "./hub";
import { SocketPeer } from "./peer";
import { answerPlainly, passOn, refuse, requestIdOf } from "./refusal";
import { SharedOpenings } from "./shared-openings";
import { limits, StreamClient } from "./stream-client";

type Options = {
  bus: Bus;
  backend: StreamBackend;
  /** Whether other processes may capture or revoke without this one hearing of it. */
  deaf: () => boolean;
  clock?: Clock;
  turns?: Turns;
  /** How many streams of one inbox may be open. */
  streamsMax?: number;
};

/** Largest message that clients may send, in bytes. It is ignored. */
const clientMessageMax = 4096;
const tickMs = 250;
/** How long writing to many clients may keep others from their turn: some hundred writes. */
const turnMs = 4;
/** The golden ratio's: its multiples divide an interval most evenly, however many there are. */
const goldenShare = 0.618034;
const closeWithinMs = 3000;
const unreachable = "Streams can't be opened right now. Try again in a moment.";

/** Passes an inbox's captures on to WebSockets. It knows no users: the app decides who may listen. */
export class Relay {
  readonly #options: Options;
  readonly #clock: Clock;
  readonly #turns: Turns;
  readonly #openings: SharedOpenings;
  readonly #access: Access;
  readonly #hubs = new Map<string, Hub>();
  readonly #opening = new Map<Duplex, IncomingMessage>();
  readonly #sockets: WebSocketServer;
  readonly #ends: (() => void)[];
  readonly #complain = rarely();
  #pinged = 0;
  #closing = false;
  #ticking = false;

  constructor(options: Options) {
    const { bus, backend, deaf, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#turns = options.turns ?? new Turns({ turnMs });
    this.#openings = new SharedOpenings((...asked) => backend.open(...asked));
    this.#access = new Access({
      backend,
      deaf,
      now: clock.now,
      learned: (webhookId, lastSequence) => this.#hubs.get(webhookId)?.learn(lastSequence),
    });
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: clientMessageMax,
      perMessageDeflate: false,
      handleProtocols: agreedProtocol,
    });
    this.#sockets.on("wsClientError", ({ message }, socket, request) => {
      refuse(request, socket, "invalid_request", `${message}.`);
    });
    const changed = () => this.#access.changed();
    const changes = bus.subscribe(accessChannel, changed);
    this.#ends = [() => changes.close(), bus.onResume(changed), clock.every(tickMs, () => this.#tick())];
  }

  /** Open streams. */
  get size(): number {
    return this.#sockets.clients.size;
  }

  /** Answers a request below `/ws` that does not ask for a stream. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    if (inboxOf(request.url ?? "") === undefined) {
      answerPlainly(
        request,
        response,
        "not_found",
        "Not found. Streams are at /ws/webhook/:webhookId and /ws/mock-calls/:projectId.",
      );
    } else {
      const error = "This address is for WebSockets. Over HTTP, list the inbox's requests.";
      answerPlainly(request, response, "upgrade_required", error);
    }
  }

  /** Opens a stream for a client that may listen, and tells any other why it may not. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const onError = () => socket.destroy();
    socket.on("error", onError);
    this.#opening.set(socket, request);
    const ended = isObserving() ? observeUpgrade(request, routeNamed("stream")) : undefined;
    this.#open(request, socket, head)
      .catch((error: unknown) => {
        if (socket.destroyed) return undefined;
        if (error instanceof Refusal) return passOn(request, socket, error);
        this.#complain((heldBack) => log().warn({ err: error, heldBack }, "a stream could not be opened"));
        return refuse(request, socket, "unavailable", unreachable);
      })
      .then((status) => ended?.(status, requestIdOf(request)))
      .finally(() => {
        this.#opening.delete(socket);
        if (!socket.writableEnded) socket.off("error", onError);
      });
    if (this.#closing) this.#refuseOpening();
  }

  /** Ends all streams with 1012. Resolves when their connections are gone. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const end of this.#ends) end();
    this.#refuseOpening();
    for (const hub of [...this.#hubs.values()]) hub.closeAll("restarting");
    const sockets = [...this.#sockets.clients];
    const gone = sockets.map((each) => new Promise((resolve) => each.once("close", resolve)));
    const force = setTimeout(() => {
      for (const each of sockets) each.terminate();
    }, closeWithinMs);
    await Promise.all(gone);
    clearTimeout(force);
  }

  /** @returns the status of the answer; undefined if there is none */
  async #open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<number | undefined> {
    const { url = "" } = request;
    const asked = inboxOf(url) ?? "none";
    const changes = this.#access.changes;
    const opened = await this.#openings.open(asked, credentialsOf(request), requestIdOf(request));
    const webhookId = opened.stream ?? asked;
    // Many may have waited for the same answer.
    await this.#turns.begin(() => {});
    if (socket.destroyed || this.#closing) return undefined;
    const after = afterOf(url, opened.lastSequence);
    if (after === undefined) {
      return refuse(request, socket, "invalid_request", "after must be a sequence number.");
    }
    const { streamsMax = quotaOf("streams") } = this.#options;
    if ((this.#hubs.get(webhookId)?.size ?? 0) >= streamsMax) {
      const error = `The quota streams is used up: an inbox has ${streamsMax} open streams at most. Close one first.`;
      return refuse(request, socket, "quota_exceeded", error);
    }
    let status: number | undefined;
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      status = 101;
      const client = this.#clientOf(webSocket, socket, { webhookId, grant: opened.grant, after });
      const hub = this.#hubOf(webhookId);
      this.#access.add(client, webhookId, opened.expiresAt, changes);
      hub.learn(opened.lastSequence);
      hub.add(client);
    });
    // Without a status the handshake was at fault, and has been refused.
    return status ?? 400;
  }

  #clientOf(
    webSocket: WebSocket,
    socket: Duplex,
    place: { webhookId: string; grant: string; after: number },
  ): StreamClient {
    const client = new StreamClient({
      peer: new SocketPeer(webSocket, socket),
      grant: place.grant,
      after: place.after,
      now: this.#clock.now,
      firstPingMs: this.#firstPingMs(),
      closed: () => {
        this.#access.remove(client);
        this.#leave(place.webhookId, client);
      },
    });
    // After an error comes "close".
    webSocket.on("error", () => {});
    webSocket.on("pong", (id) => client.answeredPing(String(id)));
    webSocket.on("close", () => client.ended());
    return client;
  }

  /** Of clients that come one after the other, each is pinged far from those before it. */
  #firstPingMs(): number {
    this.#pinged = (this.#pinged + goldenShare) % 1;
    return Math.ceil(this.#pinged * limits.pingEveryMs);
  }

  #hubOf(webhookId: string): Hub {
    const known = this.#hubs.get(webhookId);
    if (known) return known;
    const hub = new Hub({
      webhookId,
      bus: this.#options.bus,
      clock: this.#clock,
      turns: this.#turns,
      // Access may have been lost unheard between the app's answer and now.
      listening: () => this.#access.checkInbox(webhookId),
      requestsAfter: (after, { grant }) => this.#requestsAfter(webhookId, grant, after),
    });
    this.#hubs.set(webhookId, hub);
    return hub;
  }

  async #requestsAfter(webhookId: string, grant: string, after: number) {
    try {
      return await this.#options.backend.requestsAfter(webhookId, grant, after);
    } catch (error) {
      if (!this.#access.refused(grant, error)) {
        this.#complain((heldBack) => log().warn({ err: error, heldBack }, "a stream could not catch up yet"));
      }
      throw error;
    }
  }

  #leave(webhookId: string, client: StreamClient): void {
    const hub = this.#hubs.get(webhookId);
    hub?.remove(client);
    if (hub?.size !== 0) return;
    hub.end();
    this.#hubs.delete(webhookId);
  }

  #refuseOpening(): void {
    for (const [socket, request] of this.#opening) refuse(request, socket, "unavailable", unreachable);
    this.#opening.clear();
  }

  #tick(): void {
    this.#access.tick();
    if (this.#ticking) return;
    this.#ticking = true;
    void this.#turns.run(this.#tickHubs());
  }

  *#tickHubs(): Steps<void> {
    for (const hub of [...this.#hubs.values()]) yield* hub.tick();
    this.#ticking = false;
  }
}
