type Lifetime = { waitUntil(work: Promise<unknown>): void };
type Held = { get?(): { waitUntil?: Lifetime["waitUntil"] } | undefined };

/**
 * What keeps a serverless function alive after the answer of the request at hand, as platforms provide it to Next;
 * undefined in a process that goes on by itself. Unlike Next's `after`, project hosts have it, too.
 */
export function requestLifetime(): Lifetime | undefined {
  const held = (globalThis as unknown as Record<symbol, Held | undefined>)[
    Symbol.for("@next/request-context")
  ];
  const context = held?.get?.();
  return context?.waitUntil ? { waitUntil: (work) => context.waitUntil?.(work) } : undefined;
}
