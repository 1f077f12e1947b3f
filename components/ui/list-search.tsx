"use client";

import { useEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/input";

export type ListSearchProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  invalid?: boolean;
};

/** How long a pause in typing is before the list is searched. */
const pauseMs = 150;

/** Typed text shows at once. The list follows when the typing pauses, because every change renders all its rows. */
export function ListSearch({ label, placeholder, value, onChange, invalid = false }: ListSearchProps) {
  const [text, setText] = useState(value);
  const known = useRef(value);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    // Somebody else changed it: the Back button, for one.
    if (value !== known.current) setText(value);
    known.current = value;
  }, [value]);
  useEffect(() => {
    if (text === known.current) return;
    const timer = setTimeout(() => {
      known.current = text;
      change.current(text);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Input
      type="search"
      aria-label={label}
      aria-invalid={invalid || undefined}
      placeholder={placeholder}
      className="sm:max-w-xs"
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
