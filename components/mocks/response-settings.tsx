"use client";

import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import {
  type Mock,
  type MockFormValues,
  modeWords,
  sequenceEndWords,
} from "@/components/mocks/mock-form-values";
import { mockOperations } from "@/components/mocks/mock-operations";
import { Button } from "@/components/ui/button";
import { FormSelect, FormSwitch } from "@/components/ui/form-choices";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";

const options = <V extends string>(words: Record<V, string>) =>
  (Object.entries(words) as [V, string][]).map(([value, label]) => ({ value, label }));
const modes = options(modeWords);
const sequenceEnds = options(sequenceEndWords);

const modeHints: Record<Mock["responseMode"], string> = {
  first: "The topmost response whose conditions hold.",
  sequence: "Each call gives the next of the responses whose conditions hold.",
  random: "Of the responses whose conditions hold, those with more weight more often.",
};

/** Which of its responses a mock gives. */
export function ResponseSettings({ mock }: { mock: Mock | undefined }) {
  const [mode, end] = useWatch<MockFormValues, ["responseMode", "sequenceEnd"]>({
    name: ["responseMode", "sequenceEnd"],
  });
  return (
    <div className="flex w-full flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormSelect
          name="responseMode"
          label="Which response is given"
          options={modes}
          hint={modeHints[mode]}
        />
        {mode === "sequence" ? (
          <div className="flex items-start gap-1.5">
            <div className="min-w-0 flex-1">
              <FormSelect name="sequenceEnd" label="After the last one" options={sequenceEnds} />
            </div>
            {mock ? <StartOver mock={mock} /> : null}
          </div>
        ) : null}
      </div>
      <FormSwitch
        name="fallback"
        label="Otherwise give the default response"
        hint={
          mode === "sequence" && end === "own"
            ? "Where no conditions hold. After the last one it is given in any case."
            : "If off, requests that match none of these go to other mocks, or get 404."
        }
      />
    </div>
  );
}

function StartOver({ mock: { id: mockId, projectId } }: { mock: Mock }) {
  const write = useWrite();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function reset() {
    setBusy(true);
    try {
      await write(mockOperations.resetMock, { projectId, mockId });
      toast.success("The next call gives the first response again");
    } catch (error) {
      toast.error("The sequence could not be started over", { description: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <Button className="mt-6.5" loading={busy} onClick={() => void reset()}>
      <RotateCcw aria-hidden />
      Start over
    </Button>
  );
}
