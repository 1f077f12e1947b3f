const slices = 4;

/**
 * Whether the work settled within the time. The time is counted in slices, so that a process that was busy for longer
 * loses one slice and still leaves the other side the rest.
 */
export function settledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    let left = slices;
    const timer = setTimeout(() => {
      left -= 1;
      if (left > 0) timer.refresh();
      else resolve(false);
    }, ms / slices);
    const settled = () => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settled, settled);
  });
}
