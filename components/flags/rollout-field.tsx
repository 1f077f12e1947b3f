"use client";

import { type KeyboardEvent, useId, useState } from "react";
import { rolloutText } from "@/components/flags/explain-rollout";
import { percentFrom, stepped } from "@/components/flags/rollout-share";
import { cn } from "@/components/ui/cn";
import { asSentence } from "@/components/ui/form-problem";
import { Input } from "@/components/ui/input";
import { Slider } from "@/components/ui/slider";

export type RolloutFieldProps = {
  /** Names slider and number: "Rollout in Production". */
  label: string;
  /** Percents with two decimals at most; NaN while what is typed is not a number. */
  value: number;
  onChange: (value: number) => void;
  /** Whether the flag's switch is off, so that the rollout has no effect. */
  isIgnored?: boolean | undefined;
  /** A subject's bucket, to show whether the rollout includes it. */
  marker?: { at: number; on: boolean } | undefined;
  error?: string | undefined;
};

/** A percentage by slider in whole percents, or by number. Arrow keys move by 1, Page Up and Page Down by 10. */
export function RolloutField({ label, value, onChange, isIgnored, marker, error }: RolloutFieldProps) {
  const noteId = useId();
  const known = Number.isNaN(value) ? 0 : value;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-3">
        <Slider
          value={known}
          onValueChange={(next) => onChange(stepped(known, next))}
          aria-label={label}
          valueText={rolloutText}
          className="-mx-2"
        >
          {marker ? <Marker {...marker} /> : null}
        </Slider>
        <PercentInput
          label={label}
          value={value}
          onChange={onChange}
          problemId={error ? noteId : undefined}
        />
      </div>
      {error ? (
        <p id={noteId} className="text-red text-xs">
          {asSentence("Rollout", error)}
        </p>
      ) : (
        <p aria-hidden className="text-ink-mute text-xs">
          {isIgnored ? "Ignored while the flag is off" : Number.isNaN(value) ? "…" : rolloutText(value)}
        </p>
      )}
    </div>
  );
}

function Marker({ at, on }: { at: number; on: boolean }) {
  return (
    <span
      aria-hidden
      style={{ left: `${at}%` }}
      className={cn(
        "-translate-x-1/2 -inset-y-1.5 absolute w-0.5 rounded-full ring-2 ring-popup",
        on ? "bg-green-fill" : "bg-edge",
      )}
    />
  );
}

type PercentInputProps = Pick<RolloutFieldProps, "label" | "value" | "onChange"> & {
  /** The id of the element with the error message. */
  problemId: string | undefined;
};

function PercentInput({ label, value, onChange, problemId }: PercentInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (Number.isNaN(value) ? "" : String(value));

  function type(next: string) {
    setTyped(next);
    onChange(percentFrom(next));
  }

  function step(event: KeyboardEvent) {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setTyped(null);
    const from = Number.isNaN(value) ? 0 : value;
    onChange(stepped(from, from + by));
  }

  return (
    <Input
      aria-label={`${label} in percent`}
      aria-invalid={problemId ? true : undefined}
      aria-describedby={problemId}
      inputMode="decimal"
      autoComplete="off"
      suffix="%"
      className="w-24 shrink-0"
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={step}
      onBlur={() => setTyped(null)}
    />
  );
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
