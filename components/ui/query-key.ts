import type { Operation } from "@/lib/operations/operation";

/** What the browser remembers an operation's answer by. */
export const queryKey = (op: Operation, input: object) => [op.id, input] as const;

/** An operation's answer that a page brings along, with the input that it was made from. */
export type Known = { op: Operation; input: object; answer: unknown };
