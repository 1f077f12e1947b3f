"use client";

import { useWatch } from "react-hook-form";
import { type DelayType, type FaultChoice, faultWords } from "@/components/mocks/behaviour-values";
import { FormSelect } from "@/components/ui/form-choices";
import { FormText } from "@/components/ui/form-text";

export type SendingFieldsProps = {
  /** Before the names of the fields, if the answer is a part of what the form edits: `responses.0.`. */
  within: string;
};

const delayWords: Record<DelayType, string> = {
  none: "None",
  uniform: "Between two times",
  lognormal: "Around a median",
};
const delayHints: Record<DelayType, string> = {
  none: "By chance, on top of the fixed delay.",
  uniform: "Any time between them, on top of the fixed delay. It is 30 s at most in all.",
  lognormal:
    "Half of the calls wait longer, a few much longer, on top of the fixed delay. It is 30 s at most in all.",
};
const faultHints: Record<FaultChoice, string> = {
  none: "The answer is sent whole.",
  reset: "The connection is reset without a word.",
  empty: "The connection is closed in an orderly way, without an answer.",
  truncated: "Status, headers and half of the body are sent, then the connection ends.",
  malformed: "Status and headers are sent, then a chunk that is none.",
};

const options = <V extends string>(words: Record<V, string>) =>
  (Object.entries(words) as [V, string][]).map(([value, label]) => ({ value, label }));
const delays = options(delayWords);
const faults = options(faultWords);

/** Random delay, speed and fault of an answer. Must be inside the mock form. */
export function SendingFields({ within }: SendingFieldsProps) {
  const [delay, fault] = useWatch({
    name: [`${within}delayDistribution.type`, `${within}fault`],
  }) as [DelayType, FaultChoice];
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormSelect
          name={`${within}delayDistribution.type`}
          label="Random delay"
          options={delays}
          hint={delayHints[delay]}
        />
        <DelayNumbers within={`${within}delayDistribution.`} delay={delay} />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormText
          name={`${within}bytesPerSecond`}
          label="Body speed"
          optional
          hint="Empty for as fast as it goes. A body takes a minute at most."
          mono
          inputMode="numeric"
          suffix="bytes/s"
        />
        <FormSelect
          name={`${within}fault`}
          label="Fault"
          options={faults}
          hint={
            fault === "none" ? faultHints.none : `${faultHints[fault]} Behind a proxy it is mostly a 502.`
          }
        />
      </div>
    </div>
  );
}

function DelayNumbers({ within, delay }: SendingFieldsProps & { delay: DelayType }) {
  if (delay === "none") return null;
  const look = { mono: true, inputMode: "numeric", suffix: "ms" } as const;
  return (
    <div key={delay} className="grid grid-cols-2 items-start gap-3">
      {delay === "uniform" ? (
        <>
          <FormText name={`${within}minMs`} label="Shortest" {...look} />
          <FormText name={`${within}maxMs`} label="Longest" {...look} />
        </>
      ) : (
        <>
          <FormText name={`${within}medianMs`} label="Median" {...look} />
          <FormText
            name={`${within}sigma`}
            label="Spread"
            hint="0 is always the median, 3 is wild."
            mono
            inputMode="decimal"
          />
        </>
      )}
    </div>
  );
}
