"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "@/components/ui/button";
import { writeClipboard } from "@/components/ui/clipboard";

export type CopyButtonProps = {
  /** A function if the text is expensive to build. */
  text: string | (() => string);
  /** What is copied, for the accessible name: "Copy URL". */
  what?: string;
  /** Shows a label beside the icon. */
  showLabel?: boolean;
  variant?: ButtonVariant;
  size?: "sm" | "md";
  className?: string;
};

export function CopyButton({
  text,
  what,
  showLabel,
  variant = "ghost",
  size = "sm",
  className,
}: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    setState((await writeClipboard(typeof text === "string" ? text : text())) ? "copied" : "failed");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), 2000);
  }

  const label = what ? `Copy ${what}` : "Copy";
  const word = { idle: showLabel ? label : "", copied: "Copied", failed: "Press Ctrl+C to copy" }[state];
  const buttonSize: ButtonSize = word ? size : size === "sm" ? "icon-sm" : "icon";
  return (
    <Button
      variant={variant}
      size={buttonSize}
      className={className}
      onClick={copy}
      aria-label={word || label}
    >
      {state === "copied" ? <Check aria-hidden className="text-green" /> : <Copy aria-hidden />}
      {word}
      <span className="sr-only" role="status">
        {state === "idle" ? "" : word}
      </span>
    </Button>
  );
}

/** An address on one line, truncated if necessary; the button copies all of it. */
export function AddressLine({ address, what }: { address: string; what: string }) {
  return (
    <span className="flex min-w-0 max-w-full items-center gap-1">
      <code title={address} className="min-w-0 truncate text-xs">
        {address}
      </code>
      <CopyButton text={address} what={what} className="-my-1.5" />
    </span>
  );
}

/** A key or id, shown in full, with a button to copy it. */
export function CopiedText({ text, what }: { text: string; what: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 break-all text-xs">{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
