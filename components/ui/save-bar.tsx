import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";

export type SaveBarProps = {
  label: string;
  unsaved: boolean;
  saving: boolean;
  /** Left of the button: what is switched rather than filled in. */
  children?: ReactNode;
};

/** The end of a long form, always in sight. */
export function SaveBar({ label, unsaved, saving, children }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-between gap-3 border-line border-t bg-canvas px-1 py-3">
      {children}
      <div className="ml-auto flex items-center gap-3">
        <span className="text-ink-mute text-sm max-sm:hidden">
          {unsaved ? "Unsaved changes · " : null}
          <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
        </span>
        <Button type="submit" variant="primary" loading={saving}>
          {label}
        </Button>
      </div>
    </div>
  );
}

/** For a form's `onKeyDown`: Ctrl or ⌘ with Enter sends it from any field. */
export function saveByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** The scroll margins keep a focused control clear of the top bar and of the bar with the button. */
export const longFormLook =
  "flex min-w-0 flex-col gap-6 [&_:is(input,textarea,button)]:scroll-mt-24 [&_:is(input,textarea,button)]:scroll-mb-24";
