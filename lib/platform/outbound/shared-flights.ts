import { LRUCache } from "lru-cache";

/**
 * What is asked for by many at once is found out once, and remembered for a moment, failures too: however often a name
 * that nobody answers is called, one question for it is under way.
 */
export class SharedFlights<T> {
  readonly #flights: LRUCache<string, Promise<T>>;
  readonly #rememberedMs: number;

  /** @param max names that are remembered; of further ones, the oldest are found out again */
  constructor({ max, rememberedMs }: { max: number; rememberedMs: number }) {
    this.#flights = new LRUCache({ max });
    this.#rememberedMs = rememberedMs;
  }

  get(name: string, find: () => Promise<T>): Promise<T> {
    const known = this.#flights.get(name);
    if (known) return known;
    const flight = find();
    this.#flights.set(name, flight);
    const landed = () => {
      if (this.#flights.peek(name) === flight) this.#flights.set(name, flight, { ttl: this.#rememberedMs });
    };
    flight.then(landed, landed);
    return flight;
  }
}
