import { Answer } from "@/lib/operations/answer";
import { calls } from "@/lib/platform/budgets/budgets";

type IsGone = (() => boolean) | undefined;
type Read = { clients: IsGone[]; answer: Promise<Answer> };

/**
 * Reads of one caller that ask the same and wait for their turn at the same time are carried out once. None joins one that
 * has begun, so every answer is made from what was committed before its request.
 */
export class JoinedReads {
  readonly #waiting = new Map<string, Read>();

  /**
   * @param name tells apart who asks and what for
   * @param isGone whether the client of this read has hung up
   * @param carryOut waits for the turn of the caller and does the work. What it gets has to be called when the work
   * begins, and says whether anybody still wants it.
   */
  async run(
    name: string,
    isGone: IsGone,
    carryOut: (begins: () => boolean) => Promise<Answer>,
  ): Promise<Answer> {
    const waiting = this.#waiting.get(name);
    const read = waiting && waiting.clients.length < calls.joinedMax ? waiting : this.#begin(name, carryOut);
    const isFirst = read.clients.push(isGone) === 1;
    const { status, headers, body } = await read.answer;
    // Large answers are given in turn, as if nobody had joined.
    if (!isFirst && (body?.length ?? 0) > calls.joinedLengthMax) return carryOut(() => !isGone?.());
    // What follows marks each with its own request.
    return new Answer(status, [...headers], body);
  }

  #begin(name: string, carryOut: (begins: () => boolean) => Promise<Answer>): Read {
    const clients: IsGone[] = [];
    const close = () => {
      if (this.#waiting.get(name)?.clients === clients) this.#waiting.delete(name);
    };
    const begins = () => {
      close();
      return !clients.every((isGone) => isGone?.());
    };
    // A read whose turn never comes lets nobody else join either.
    const read = { clients, answer: carryOut(begins).finally(close) };
    this.#waiting.set(name, read);
    return read;
  }
}
