/** One look for every floating list and panel. */
export const popupLook =
  "rounded-lg border border-line bg-popup text-ink shadow-popup outline-none transition-[opacity,transform] duration-100 data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0 origin-(--transform-origin)";

export const popupItemLook =
  "flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 text-sm outline-none touch:min-h-10 data-highlighted:bg-hover data-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0";
