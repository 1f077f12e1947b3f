"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "@/components/ui/button";

export type CopyButtonProps = {
  text: string;
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
    setState((await writeClipboard(text)) ? "copied" : "failed");
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

/** The Clipboard API exists only on secure origins; plain http on a LAN needs the older way. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}
