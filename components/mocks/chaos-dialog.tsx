"use client";

import { useWatch } from "react-hook-form";
import { numberFrom } from "@/components/mocks/answer-form-values";
import { type FaultChoice, faultWords } from "@/components/mocks/behaviour-values";
import { type Chaos, chaosText } from "@/components/mocks/chaos-words";
import { mockOperations } from "@/components/mocks/mock-operations";
import { FormSelect } from "@/components/ui/form-choices";
import { rulesFor } from "@/components/ui/form-rules";
import { FormText } from "@/components/ui/form-text";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import type { Control } from "@/components/ui/row-menu";
import { setMockChaos } from "@/lib/mocks/chaos/contract";

export type ChaosDialogProps = Control & { projectId: string };

type Values = { percent: string; fault: FaultChoice; statusCode: string; minutes: string };

const startOf = (chaos: Chaos | null | undefined): Values => ({
  percent: String(chaos?.percent ?? 10),
  fault: chaos?.fault ?? "none",
  statusCode: String(chaos?.statusCode ?? 503),
  minutes: "15",
});

const bodyOf = ({ percent, fault, statusCode, minutes }: Values) => ({
  percent: numberFrom(percent),
  fault: fault === "none" ? null : fault,
  // It has no field where there is a fault, so what is wrong with it could not be mended.
  ...(fault === "none" && { statusCode: numberFrom(statusCode) }),
  minutes: numberFrom(minutes),
});

const fieldOf = (path: string) => (/^(percent|fault|statusCode|minutes)$/.test(path) ? path : undefined);
const rules = rulesFor(setMockChaos.body, bodyOf, fieldOf);

/** Lets some calls of a project's mocks fail for a while. */
export function ChaosDialog({ projectId, ...control }: ChaosDialogProps) {
  const write = useWrite();
  const { data } = useAnswer(mockOperations.getMockChaos, { projectId });
  const isOn = Boolean(data?.chaos);
  return (
    <RecordDialog<Values, { chaos: Chaos | null }>
      {...control}
      title="Chaos among mocks"
      description="Some calls of all mocks of this project fail for a while, so that you see how clients bear it. It ends by itself."
      submitLabel={isOn ? "Change chaos" : "Start chaos"}
      form={{
        rules,
        fieldOf,
        start: startOf(data?.chaos),
        send: (values) => write(setMockChaos, { projectId, ...bodyOf(values) }),
        says: ({ chaos }) => (chaos ? chaosText(chaos) : undefined),
      }}
    >
      <ChaosFields />
    </RecordDialog>
  );
}

const faults = (Object.entries(faultWords) as [FaultChoice, string][]).map(([value, label]) => ({
  value,
  label: value === "none" ? "A status code" : label,
}));

function ChaosFields() {
  const fault = useWatch<Values, "fault">({ name: "fault" });
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-4">
        <FormText name="percent" label="Share of calls" mono inputMode="numeric" suffix="%" />
        <FormText name="minutes" label="For" mono inputMode="numeric" suffix="minutes" />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormSelect name="fault" label="They get" options={faults} />
        {fault === "none" ? (
          <FormText
            name="statusCode"
            label="Status code"
            hint="503, 429 or another from 400 to 599."
            mono
            inputMode="numeric"
          />
        ) : null}
      </div>
    </>
  );
}
