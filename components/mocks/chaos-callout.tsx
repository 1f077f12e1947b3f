"use client";

import { useState } from "react";
import { chaosText, endText } from "@/components/mocks/chaos-words";
import { mockOperations } from "@/components/mocks/mock-operations";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useNow } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";

type Of = { projectId: string };

/** Says that calls of the project's mocks fail on purpose, for as long as they do, whoever wants it. */
export function ChaosCallout({ projectId }: Of) {
  const { data } = useAnswer(mockOperations.getMockChaos, { projectId });
  const chaos = data?.chaos;
  return (
    <div role="status" className="not-empty:mb-6">
      {chaos ? (
        <Callout tone="warning" className="items-center" actions={<EndButton projectId={projectId} />}>
          <span className="text-ink">
            {chaosText(chaos)} until <EndTime value={chaos.endsAt} />
          </span>
        </Callout>
      ) : null}
    </div>
  );
}

/** In UTC on the server and in the first paint, so hydration agrees. */
function EndTime({ value }: { value: string }) {
  const now = useNow();
  return (
    <time dateTime={value} title={value} className="whitespace-nowrap">
      {now === null ? `${value.slice(11, 16)} UTC` : endText(new Date(value), new Date(now))}
    </time>
  );
}

function EndButton({ projectId }: Of) {
  const write = useWrite();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function end() {
    setBusy(true);
    try {
      await write(mockOperations.endMockChaos, { projectId });
      toast.success("Mocks answer as usual again");
      // The button goes away with the callout, and the focus would go to the start of the page.
      document.querySelector("main")?.focus();
    } catch (error) {
      toast.error("The chaos could not be ended", { description: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <Button size="sm" loading={busy} onClick={() => void end()}>
      End now
    </Button>
  );
}
