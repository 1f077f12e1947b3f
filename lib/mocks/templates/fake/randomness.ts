/** Everything random in a template comes from one generator, so that a seed makes all of it repeatable. */
export type Randomness = {
  /** From here on the same follows the same seed; without one nobody can tell. */
  seed(seed: string | null, now: number): void;
  /** Both ends included. */
  int(min: number, max: number): number;
  shuffled<T>(list: readonly T[]): T[];
  uuid(): string;
  /** Calls a method of faker by a name of `fakeNames`. */
  fake(name: string, args: readonly unknown[]): unknown;
};
