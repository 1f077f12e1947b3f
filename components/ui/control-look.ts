/** One look for everything that takes text or opens a list. 16 px on touch stops iOS from zooming in. */
export const controlLook =
  "w-full min-w-0 rounded-md border border-edge bg-surface text-ink text-sm placeholder:text-ink-mute transition-colors duration-100 hover:border-ink-mute focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-mute aria-invalid:border-red aria-invalid:focus-visible:outline-red touch:text-lg";
