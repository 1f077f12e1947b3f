import type { Ctx } from "./context";
import type { Input, Operation, Result } from "./operation";

/** An operation with the domain function that carries it out. */
export type Implementation<O extends Operation = Operation> = {
  operation: O;
  run(ctx: Ctx, input: Input<O>): Promise<Result<O>>;
};

export function implement<O extends Operation>(
  operation: O,
  run: (ctx: Ctx, input: Input<O>) => Promise<Result<O>>,
): Implementation<O> {
  return { operation, run };
}
