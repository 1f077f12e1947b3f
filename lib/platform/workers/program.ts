/** What a program in a worker thread may ask of the thread that started it: named calls with plain values. */
export type Calls = Record<string, (...values: never[]) => unknown>;

/** The same calls as the program sees them. */
export type Remote<C extends Calls> = {
  [Name in keyof C]: (...values: Parameters<C[Name]>) => Promise<Awaited<ReturnType<C[Name]>>>;
};

/**
 * Work that runs in worker threads: one function in a file of its own, and its limits. Input and output are copied
 * between threads, so they are plain values. The type parameters tie a caller to the function.
 */
export type Program<Input, Output, C extends Calls = Record<never, never>> = {
  name: string;
  /** The file with the function, from the project's root. It is bundled for production. */
  source: string;
  /** How many run at once; a thread each. */
  threads: number;
  /** How many of these run for the same key, if not all. */
  threadsOfOneKey?: number;
  /** How many may wait for a thread: in all, and for the same key. */
  waiting: { all: number; ofOneKey: number };
  /** How long one may run. Waiting and the start of a thread do not count. */
  runMs: number;
  /** Memory for its objects. Buffers are not in it: a program counts those itself. */
  heapMb: number;
  /** Only a type: never set. */
  readonly of?: (input: Input, calls: Remote<C>) => Output;
};

/** What goes to a thread with every run. */
export type Envelope<Input> = { input: Input; port: import("node:worker_threads").MessagePort };
