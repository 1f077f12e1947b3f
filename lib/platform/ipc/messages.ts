/** Things that a process of an installation may ask the others on its machine. */
export type Topic = "alive" | "calls" | "captures" | "metrics";

/** A message of the bus, as JSON, which is made once for all. */
type Carried = { channel: string; text: string };

/**
 * How far the process of the pages has been told of changes: the number of the last message that was sent to it. Whoever
 * passes a request on to it says so, and it then knows which changes it must have heard of before it answers.
 */
type Position = { pagesAt: number };

/** What the parent tells a child. All of it survives JSON. */
export type ToChild =
  | ({ type: "message"; n: number } & Carried & Position)
  | ({ type: "published"; id: number } & Position)
  | { type: "subscribed"; channel: string }
  /** Messages were lost, or may have been. */
  | { type: "missed" }
  | { type: "told"; subject: string; value: unknown; n: number }
  | { type: "ask"; id: number; topic: Topic }
  | { type: "answers"; id: number; values: unknown[] }
  | { type: "counted"; id: number; count: number }
  | { type: "end" };

/** What a child tells its parent. */
export type FromChild =
  /** It listens from now on. What was sent before may have met other listeners only. */
  | { type: "join" }
  | ({ type: "publish"; id: number } & Carried)
  | { type: "subscribe"; channel: string }
  | { type: "unsubscribe"; channel: string }
  | { type: "heard"; n: number }
  | { type: "ask"; id: number; topic: Topic; withinMs: number }
  /** One more of a name, or all over again. */
  | { type: "count"; id: number; name: string; anew: boolean }
  | { type: "answer"; id: number; value: unknown }
  /** It serves from now on. */
  | { type: "ready" }
  /** It can't start; `message` is for the operator. */
  | { type: "failed"; message: string };

/** Whether this is a message of ours: libraries send theirs through the same channel. */
export function isOurs(message: unknown): message is { type: string } {
  return typeof message === "object" && message !== null && "type" in message;
}
