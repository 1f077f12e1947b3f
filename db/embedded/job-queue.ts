/** The order in which connections get the one session; quick ones ask to be answered before others. */
export class JobQueue<C extends { readonly isQuick: boolean }, J extends { connection: C }> {
  #jobs: J[] = [];
  #wasQuick = false;

  get isEmpty(): boolean {
    return this.#jobs.length === 0;
  }

  push(job: J): void {
    this.#jobs.push(job);
  }

  hasOf(connection: C): boolean {
    return this.#jobs.some((job) => job.connection === connection);
  }

  /** Takes the oldest job of this connection, whosever turn it is. */
  takeOf(connection: C): J | undefined {
    const at = this.#jobs.findIndex((job) => job.connection === connection);
    return at < 0 ? undefined : this.#jobs.splice(at, 1)[0];
  }

  /** Takes the oldest job, or the oldest quick one; these take at most every second turn, so that the others go on. */
  take(): J | undefined {
    const quick = this.#wasQuick ? -1 : this.#jobs.findIndex(({ connection }) => connection.isQuick);
    this.#wasQuick = quick >= 0;
    return this.#jobs.splice(Math.max(quick, 0), 1)[0];
  }

  dropOf(connection: C): void {
    this.#jobs = this.#jobs.filter((job) => job.connection !== connection);
  }
}
