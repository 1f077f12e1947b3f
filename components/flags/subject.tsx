"use client";

import { bucketText, type Explanation, type Given } from "@/components/flags/explain-rollout";
import { shortValue } from "@/components/flags/value-text";
import { Badge } from "@/components/ui/badge";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** What a subject gets, and why. Screen readers announce changes. */
export function AnswerLine({ subject, answer }: { subject: string; answer: Explanation }) {
  return (
    <p role="status" className="flex min-w-0 items-start gap-2 text-ink-soft text-xs">
      <Badge tone={answer.on ? "green" : "neutral"} dot>
        {answer.on ? "On" : "Off"}
      </Badge>
      <span className="min-w-0 pt-px">
        <code className="break-all text-ink">{subject}</code> is in bucket{" "}
        <span className="text-ink tabular-nums">{bucketText(answer.bucket)}</span>, {answer.reason}
        {answer.given ? <GivenValue {...answer.given} /> : null}
      </span>
    </p>
  );
}

function GivenValue({ value, from }: Given) {
  return (
    <>
      , and gets <code className="break-all text-ink">{shortValue(value)}</code> ({from})
    </>
  );
}

export type SubjectFieldProps = { value: string; onChange: (subject: string) => void; hint: string };

/** The subject that the results below are computed for. */
export function SubjectField({ value, onChange, hint }: SubjectFieldProps) {
  return (
    <Field label="Who gets it?" hint={hint}>
      <Input
        mono
        placeholder="tenant-1"
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
