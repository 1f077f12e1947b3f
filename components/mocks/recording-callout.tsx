"use client";

import { mockOperations } from "@/components/mocks/mock-operations";
import { ProxySwitch } from "@/components/mocks/proxy-switch";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { useAnswer } from "@/components/ui/queries";

export type RecordingCalloutProps = {
  projectId: string;
  /** Address of the list of mocks. */
  base: string;
};

/** Says that answers of another server become mocks, for as long as they do, whoever wants it. */
export function RecordingCallout({ projectId, base }: RecordingCalloutProps) {
  const { data } = useAnswer(mockOperations.getMockProxy, { projectId });
  const proxy = data?.proxy;
  return (
    <div role="status" className="not-empty:mb-6">
      {proxy?.enabled && proxy.recording ? (
        <Callout
          tone="warning"
          className="items-center"
          actions={
            <ProxySwitch
              projectId={projectId}
              change={{ recording: false }}
              label="Stop recording"
              done="Nothing more is recorded"
              problem="Recording could not be stopped"
            />
          }
        >
          <span className="text-ink">
            Every answer of <code className="break-all text-xs">{proxy.baseUrl}</code> becomes a mock.
          </span>{" "}
          <Link href={`${base}?tag=recorded`} className="underline underline-offset-2 hover:text-ink">
            Recorded mocks
          </Link>{" "}
          answer instead of it from then on.
        </Callout>
      ) : null}
    </div>
  );
}
