"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "@/components/ui/button";
import { writeClipboard } from "@/components/ui/write-clipboard";

export type CopyButtonProps = {
  /** A function where the text is long to make. */
  text: string | (() => string);
  /** What is copied, for the accessible name: "Copy URL". */
  what?: string;
  /** Shows words beside the icon. */
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
