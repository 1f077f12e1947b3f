/** One look for everything that takes text or opens a list. 16 px on touch stops iOS from zooming in. */
export const controlLook =
  "w-full min-w-0 rounded-md border border-edge bg-surface text-ink text-sm placeholder:text-ink-mute transition-colors duration-100 hover:border-ink-mute focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-mute aria-invalid:border-red aria-invalid:focus-visible:outline-red touch:text-lg";

/** One look for every floating list and panel. */
export const popupLook =
  "rounded-lg border border-line bg-popup text-ink shadow-popup outline-none transition-[opacity,transform] duration-100 data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0 origin-(--transform-origin)";

export const popupItemLook =
  "flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 text-sm outline-none touch:min-h-10 data-highlighted:bg-hover data-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0";

/** The frame of a row of segments. */
export const segmentsLook = "rounded-md border border-line bg-sunken p-0.5";

/** A ring marks the chosen segment: fills alone differ too little in dark mode. */
export const chosenLook = "bg-surface text-ink shadow-raised ring-1 ring-ink-mute ring-inset";
