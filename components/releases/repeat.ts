const pauseMsMax = 15_000;

/**
 * Runs `work` again and again with pauses, but not while nobody looks at the page. After failures the pauses grow.
 * @returns how to stop it
 */
export function repeat(work: () => Promise<void>, pauseMs: number): () => void {
  let stopped = false;
  let pause = pauseMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run() {
    if (stopped) return;
    if (document.visibilityState === "visible") {
      try {
        await work();
        pause = pauseMs;
      } catch {
        pause = Math.min(pauseMsMax, pause * 2);
      }
    }
    if (!stopped) timer = setTimeout(run, pause);
  }

  timer = setTimeout(run, pauseMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
