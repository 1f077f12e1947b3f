import { remoteCalls } from "./calls";
import type { Calls, Envelope, Program, Remote } from "./program";

/**
 * What the file of a program exports by default.
 * @param program whose function this is; its types are checked, and nothing else is used
 */
export function carryOut<Input, Output, C extends Calls>(
  _program: Program<Input, Output, C>,
  work: (input: Input, calls: Remote<C>) => Output | Promise<Output>,
) {
  return async ({ input, port }: Envelope<Input>): Promise<Output> => {
    const calls = remoteCalls<C>(port);
    port.postMessage("started");
    try {
      return await work(input, calls);
    } finally {
      port.close();
    }
  };
}
