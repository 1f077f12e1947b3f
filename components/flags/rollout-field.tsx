"use client";

import { type KeyboardEvent, useId, useState } from "react";
import { rolloutText } from "@/components/flags/explain-rollout";
import { cn } from "@/components/ui/cn";
import { asSentence } from "@/components/ui/form-problem";
import { Input } from "@/components/ui/input";
import { Slider } from "@/components/ui/slider";

export type RolloutFieldProps = {
  /** Names slider and number: "Rollout in Production". */
  label: string;
  /** Whole percents; NaN while what is typed is not a number. */
  value: number;
  onChange: (value: number) => void;
  /** A subject's bucket, to show whether the rollout includes it. */
  marker?: { at: number; on: boolean } | undefined;
  error?: string | undefined;
};

/** A percentage by slider or by number. Arrow keys move by 1, Page Up and Page Down by 10. */
export function RolloutField({ label, value, onChange, marker, error }: RolloutFieldProps) {
  const noteId = useId();
  const known = Number.isNaN(value) ? 0 : value;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-3">
        <Slider
          value={known}
          onValueChange={onChange}
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
          {Number.isNaN(value) ? "…" : rolloutText(value)}
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
    onChange(Math.min(100, Math.max(0, (Number.isNaN(value) ? 0 : value) + by)));
  }

  return (
    <Input
      aria-label={`${label} in percent`}
      aria-invalid={problemId ? true : undefined}
      aria-describedby={problemId}
      inputMode="numeric"
      autoComplete="off"
      suffix="%"
      className="w-20 shrink-0"
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={step}
      onBlur={() => setTyped(null)}
    />
  );
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** NaN for what is not a number; the contract says what is wrong with it. */
function percentFrom(text: string): number {
  return /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN;
}
