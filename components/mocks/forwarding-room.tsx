"use client";

import { Forward } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ForwardingForm } from "@/components/mocks/forwarding-form";
import { type Forwarding, forwardingValues } from "@/components/mocks/forwarding-values";
import { mockOperations } from "@/components/mocks/mock-operations";
import { ProxySwitch } from "@/components/mocks/proxy-switch";
import { RecordingCallout } from "@/components/mocks/recording-callout";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { curlCommand } from "@/components/ui/curl-command";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { removeMockProxy } from "@/lib/mocks/forwarding/contract";

export type ForwardingRoomProps = {
  projectId: string;
  /** Address of the list of mocks. */
  base: string;
  mockBaseUrl: string;
  /** How to do the same in a terminal. */
  steps: ReactNode;
};

/** Where a project's misses are forwarded to, and whether the answers are recorded. */
export function ForwardingRoom({ projectId, base, mockBaseUrl, steps }: ForwardingRoomProps) {
  const { data } = useAnswer(mockOperations.getMockProxy, { projectId });
  const [begun, setBegun] = useState(false);
  const proxy = data?.proxy ?? null;
  if (!proxy && !begun) {
    return (
      <EmptyState
        icon={<Forward />}
        title="Nothing is forwarded"
        text="Send what no mock answers to your real server: mock only what is missing or broken, and record the rest into mocks to work without it."
        action={
          <Button variant="primary" onClick={() => setBegun(true)}>
            Forward misses
          </Button>
        }
      >
        {steps}
      </EmptyState>
    );
  }
  return (
    <div className="max-w-3xl">
      <RecordingCallout projectId={projectId} base={base} />
      {proxy && !proxy.enabled ? <PausedCallout projectId={projectId} /> : null}
      <div className="flex flex-col gap-6">
        <ForwardingForm key={JSON.stringify(forwardingValues(proxy))} projectId={projectId} proxy={proxy} />
        {proxy ? (
          <>
            <RecordingCard projectId={projectId} base={base} proxy={proxy} />
            <CodeSnippet
              label="Try it"
              code={curlCommand({ method: "GET", url: `${mockBaseUrl}/`, flags: ["-i"] })}
            />
            <EndCard projectId={projectId} proxy={proxy} onEnd={() => setBegun(false)} />
          </>
        ) : null}
      </div>
    </div>
  );
}

function PausedCallout({ projectId }: { projectId: string }) {
  return (
    <Callout
      className="mb-6 items-center"
      actions={
        <ProxySwitch
          projectId={projectId}
          change={{ enabled: true }}
          label="Resume"
          done="Misses are forwarded again"
          problem="Forwarding could not be resumed"
        />
      }
    >
      Forwarding is paused: what no mock answers gets 404.
    </Callout>
  );
}

type Of = { projectId: string; proxy: Forwarding };

function RecordingCard({ projectId, base, proxy }: Of & { base: string }) {
  const { recording } = proxy;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Recording <Badge tone={recording ? "amber" : "neutral"}>{recording ? "On" : "Off"}</Badge>
        </span>
      }
      description={
        <>
          Each answer becomes a mock of its method and path, unless there is one, and answers from then on.
          Recorded mocks have the tag{" "}
          <Link href={`${base}?tag=recorded`} className="underline underline-offset-2 hover:text-ink">
            recorded
          </Link>
          . It ends by itself at the quota of mocks.
        </>
      }
      flush
      actions={
        recording ? null : (
          <ProxySwitch
            projectId={projectId}
            change={{ recording: true }}
            label="Start recording"
            done="Answers become mocks"
            problem="Recording could not be started"
          />
        )
      }
    />
  );
}

function EndCard({ projectId, proxy, onEnd }: Of & { onEnd: () => void }) {
  const write = useWrite();
  const toast = useToast();
  return (
    <Card
      title="Stop forwarding"
      description="What no mock answers gets 404 again. Mocks that were recorded stay."
      flush
      actions={
        <>
          {proxy.enabled ? (
            <ProxySwitch
              projectId={projectId}
              change={{ enabled: false }}
              label="Pause"
              done="Forwarding is paused"
              problem="Forwarding could not be paused"
            />
          ) : null}
          <ConfirmDialog
            title="Stop forwarding?"
            description={`The address ${proxy.baseUrl} is forgotten.`}
            confirmLabel="Stop forwarding"
            onConfirm={async () => {
              await write(removeMockProxy, { projectId });
              onEnd();
              toast.success("Nothing is forwarded any more");
            }}
            trigger={
              <Button size="sm" variant="danger-outline">
                Stop forwarding
              </Button>
            }
          />
        </>
      }
    />
  );
}
