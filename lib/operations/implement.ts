import type { Ctx, KeyActor } from "./context";
import type { Fields, Input, Operation, PathParams, Result } from "./operation";

/** The parts of a call that are known without waiting. */
export type Call<O extends Operation> = {
  actor: KeyActor;
  params: PathParams<O>;
  headers: Pick<Headers, "get">;
  /** @throws {AppError} as the `fields` of `run` does */
  fields(): Fields<O>;
};

/** An operation with the domain function that carries it out. */
export type Implementation<O extends Operation = Operation> = {
  operation: O;
  run(ctx: Ctx, input: Input<O>): Promise<Result<O>>;
  /**
   * Answers a key's call as `run` would, but without waiting, if everything it needs is in memory. If it returns
   * undefined or throws, the call goes to `run`, which also makes every refusal. For the busiest paths, where promises
   * cost most.
   */
  atOnce?(call: Call<O>): Result<O> | undefined;
};

/** Any implementation, for the doors: which operation it is and how to run it. */
export type AnyImplementation = {
  operation: Operation;
  run(ctx: Ctx, input: never): Promise<unknown>;
  atOnce?(call: never): unknown;
};

export function implement<O extends Operation>(
  operation: O,
  run: Implementation<O>["run"],
  atOnce?: Implementation<O>["atOnce"],
): Implementation<O> {
  return { operation, run, ...(atOnce && { atOnce }) };
}
