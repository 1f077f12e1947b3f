import { AsyncLocalStorage } from "node:async_hooks";
import { lazily, singleton } from "@/lib/platform/singleton";

/** What is known of a piece of work. Never what people sent: texts of statements without values, hosts without paths. */
export type Attributes = Record<string, string | number | boolean>;
export type SpanKind = "server" | "client" | "internal";
export type SpanNote = { name: string; kind: SpanKind; attributes: Attributes };

/** A piece of work that has ended elsewhere, such as in a worker thread. Times in ms since 1970. */
export type EndedSpan = SpanNote & { startedAt: number; endedAt: number; failure?: string };

/** A piece of work while it is done. */
export type OpenSpan = {
  /** Names it to another process (W3C Trace Context). */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param failure type of an error, if the work failed */
  end(failure?: string): void;
};

/** Where spans go to. */
export type Tracer = {
  /** @param parent the work that this is a part of, or the `traceparent` of a caller */
  begin(note: SpanNote, parent: OpenSpan | string | undefined): OpenSpan;
  add(ended: EndedSpan, parent: OpenSpan): void;
  /** Sends what is left, for so many ms at most. Never rejects. */
  stop(withinMs: number): Promise<void>;
};

type State = {
  tracer: Tracer | undefined;
  /** In a thread: takes what has ended there. */
  report: ((ended: EndedSpan) => void) | undefined;
  current: AsyncLocalStorage<OpenSpan>;
};
const state = lazily(() =>
  singleton<State>("trace", () => ({
    tracer: undefined,
    report: undefined,
    current: new AsyncLocalStorage(),
  })),
);

export const isTracing = (): boolean => state().tracer !== undefined;

export function traceWith(tracer: Tracer | undefined): void {
  state().tracer = tracer;
}

/** In a worker thread: hands what is done to the thread that has the tracer. */
export function reportTo(report: (ended: EndedSpan) => void): void {
  state().report = report;
}

export async function stopTracing(withinMs: number): Promise<void> {
  const { tracer } = state();
  state().tracer = undefined;
  await tracer?.stop(withinMs);
}

/** The work that is being done here, if it is traced. */
export const currentSpan = (): OpenSpan | undefined =>
  state().tracer === undefined ? undefined : state().current.getStore();

/** Begins work that is nobody's part, or a caller's who says so. */
export function beginRoot(note: SpanNote, traceparent?: string): OpenSpan | undefined {
  return state().tracer?.begin(note, traceparent);
}

/** Begins a part of the work that is being done here; undefined when that is not traced. */
export function beginPart(note: () => SpanNote): OpenSpan | undefined {
  const parent = currentSpan();
  return parent && state().tracer?.begin(note(), parent);
}

/** What is done within counts as part of the span. */
export function within<T>(span: OpenSpan | undefined, work: () => T): T {
  return span === undefined ? work() : state().current.run(span, work);
}

/** Adds a part that was done elsewhere. */
export function addPart(ended: EndedSpan, parent: OpenSpan | undefined): void {
  if (parent) state().tracer?.add(ended, parent);
}

/**
 * Does a part of the work that is being done here, and traces it.
 * @param isRoot whether it is no part of anything, as the work of a job is
 */
export async function traced<T>(
  note: SpanNote,
  work: (set: (attributes: Attributes) => void) => Promise<T>,
  { isRoot = false } = {},
): Promise<T> {
  if (state().report) return reported(note, work);
  const span = isRoot ? beginRoot(note) : beginPart(() => note);
  if (!span) return work(() => {});
  let failure: string | undefined;
  try {
    return await within(span, () => work((attributes) => span.set(attributes)));
  } catch (error) {
    failure = failureOf(error);
    throw error;
  } finally {
    span.end(failure);
  }
}

async function reported<T>(
  note: SpanNote,
  work: (set: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  const attributes = { ...note.attributes };
  const ended = { ...note, attributes, startedAt: Date.now() };
  try {
    const result = await work((more) => Object.assign(attributes, more));
    state().report?.({ ...ended, endedAt: Date.now() });
    return result;
  } catch (error) {
    state().report?.({ ...ended, endedAt: Date.now(), failure: failureOf(error) });
    throw error;
  }
}

/** The type of an error, and its code: messages may repeat what people sent. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? `${error.name} ${code}` : error.name;
}
