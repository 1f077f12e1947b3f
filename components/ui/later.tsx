"use client";

import { type ComponentType, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

/** Code that is not needed to render a page at first. */
export type Later<T> = {
  /** Loads the code before it is used. Failures are not reported. */
  prefetch: () => void;
  /** Loads the code because somebody is waiting for it. A failure is reported with a way to try again. */
  need: () => void;
  /** The code once it is loaded. Components can then mount at once, without Suspense. */
  useCode: () => T | undefined;
};

/**
 * The one way to leave code out of the first load of a page: `later(() => import("…"))`. The code is loaded when the
 * page is idle, or sooner when somebody is about to use it.
 */
export function later<T>(load: () => Promise<T>): Later<T> {
  let code: T | undefined;
  let loading = false;
  let needed = false;
  const listeners = new Set<() => void>();

  function start() {
    if (loading || code !== undefined) return;
    loading = true;
    load().then(
      (loaded) => {
        code = loaded;
        settle(need, false);
        for (const listener of listeners) listener();
      },
      () => {
        loading = false;
        if (needed) settle(need, true);
      },
    );
  }

  function need() {
    needed = true;
    start();
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = () => code;
  whenAtRest(start);
  return { prefetch: start, need, useCode: () => useSyncExternalStore(subscribe, read, nothing) };
}

const nothing = () => undefined;

/** A component whose code is loaded on demand. Until then, it renders the placeholder or nothing. */
export function laterComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = null,
): ComponentType<P> {
  const code = later(load);
  return (props) => <Waiting code={code} props={props} meanwhile={meanwhile} />;
}

type WaitingProps<P> = { code: Later<ComponentType<P>>; props: P; meanwhile: ReactNode };

function Waiting<P extends object>({ code, props, meanwhile }: WaitingProps<P>) {
  const Component = code.useCode();
  useEffect(() => code.need(), [code]);
  return Component ? <Component {...props} /> : meanwhile;
}

/**
 * A component that may come last. Its code is loaded when the page is idle, or when its place comes into view, which is
 * when data-saver mode loads it.
 */
export function laterInView<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const code = later(load);
  return (props) => {
    const Component = code.useCode();
    return Component ? <Component {...props} /> : <Place onView={code.need} />;
  };
}

function Place({ onView }: { onView: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onView();
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [onView]);
  return <div ref={place} className="min-h-40" />;
}

/** Idle loads run one after the other, so that what a person does meanwhile comes first. */
const waiting: (() => void)[] = [];

function whenAtRest(start: () => void): void {
  if (typeof window === "undefined") return;
  waiting.push(start);
  if (waiting.length > 1) return;
  if (document.readyState === "complete") rest();
  else window.addEventListener("load", rest, { once: true });
}

function rest(): void {
  const next = () => {
    // In data-saver mode, load only what is used.
    if (!isSaving()) waiting[0]?.();
    waiting.shift();
    if (waiting.length > 0) rest();
  };
  // Safari has no such callback.
  if (typeof requestIdleCallback === "function") requestIdleCallback(next, { timeout: 5000 });
  else setTimeout(next, 200);
}

const isSaving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Retries for the failed loads that somebody is waiting for. */
let failed: readonly (() => void)[] = [];
const watchers = new Set<() => void>();

function settle(again: () => void, isFailure: boolean): void {
  if (failed.includes(again) === isFailure) return;
  failed = isFailure ? [...failed, again] : failed.filter((each) => each !== again);
  for (const watcher of watchers) watcher();
}

function watchFailures(watcher: () => void) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tryAgain(): void {
  for (const again of failed) again();
}

const none: typeof failed = [];

/** Reports failed loads for as long as somebody is waiting for them. Mount it once. */
export function LoadFailure() {
  const waits =
    useSyncExternalStore(
      watchFailures,
      () => failed,
      () => none,
    ).length > 0;
  useEffect(() => {
    if (!waits) return;
    window.addEventListener("online", tryAgain);
    return () => window.removeEventListener("online", tryAgain);
  }, [waits]);
  if (!waits) return null;
  return (
    <Callout
      tone="warning"
      live
      title="A part of this page did not load"
      className="fixed inset-x-4 bottom-4 z-60 mx-auto max-w-lg shadow-popup"
      actions={
        <>
          <Button size="sm" variant="primary" onClick={tryAgain}>
            Try again
          </Button>
          {/* After an update of Fieldkit, the page asks for what is not there any more. */}
          <Button size="sm" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </>
      }
    >
      Check your connection. What you wanted opens as soon as it is there.
    </Callout>
  );
}
