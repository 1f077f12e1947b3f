"use client";

import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

export type DropAreaProps = {
  /** Names the field of the files. */
  label: string;
  multiple?: boolean;
  disabled?: boolean;
  loading?: boolean;
  onFiles: (files: readonly File[]) => void;
  /** What stands on the button. */
  button: ReactNode;
  /** What may be dropped, or what is chosen. */
  children: ReactNode;
};

/** The place for files: they are dropped here, or chosen. */
export function DropArea(props: DropAreaProps) {
  const { label, multiple = false, disabled = false, loading = false, onFiles, button, children } = props;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (!disabled) onFiles(multiple ? files : files.slice(0, 1));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for everybody
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line border-dashed bg-surface px-4 py-4",
        over && "border-accent bg-accent-soft",
      )}
    >
      {children}
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button disabled={disabled} loading={loading} onClick={() => input.current?.click()}>
        {button}
      </Button>
    </div>
  );
}

/** What may be dropped, in words. */
export const DropHint = ({ children }: { children: ReactNode }) => (
  <p className="min-w-0 flex-1 basis-56 text-ink-mute text-sm">{children}</p>
);
