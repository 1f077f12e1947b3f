"use client";

import { ArrowLeft, Ellipsis, Keyboard, ListTree, SearchX, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type CallChoice, CallDetail } from "@/components/mocks/call-detail";
import { CallsPanel } from "@/components/mocks/calls-panel";
import { newMockHref } from "@/components/mocks/mock-from-call";
import { type CallsRoomModel, useCallsRoom } from "@/components/mocks/use-calls-room";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { useCopy } from "@/components/ui/clipboard";
import { cn } from "@/components/ui/cn";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { messageOf } from "@/components/ui/form-problem";
import { useNavigate } from "@/components/ui/navigation";
import { ActionMenu } from "@/components/ui/row-menu";
import { showShortcuts, useShortcuts } from "@/components/ui/shortcuts";
import { useToast } from "@/components/ui/toast";
import { curlOfCapture } from "@/components/webhooks/curl-of-capture";
import { StreamState } from "@/components/webhooks/stream-state";
import { getMockCall, type MockCall } from "@/lib/mocks/calls/contract";
import { call as callApi } from "@/lib/operations/client";

export type CallsRoomProps = {
  projectId: string;
  /** The calls at the time of rendering, newest first. */
  first: readonly MockCall[];
  wsUrl: string;
  /** Address of the list of mocks. */
  base: string;
  mockBaseUrl: string;
  /** What is shown as long as there are no calls. */
  emptySteps: ReactNode;
};

/** The live log of a project's calls: list and detail side by side, one after the other on narrow screens. */
export function CallsRoom({ projectId, first, wsUrl, base, mockBaseUrl, emptySteps }: CallsRoomProps) {
  const room = useCallsRoom(projectId, first, wsUrl);
  const { view, stream, calls, detailOpen } = room;
  const copyCurl = useCurl(mockBaseUrl);
  useCallsShortcuts(room, base, copyCurl);
  if (calls.length === 0 && view.held.length === 0 && !detailOpen) {
    return (
      <EmptyState
        icon={<ListTree />}
        title="No calls yet"
        text="Every call of this project's mocks shows here as it comes in, also those that no mock answers, with the reason."
        action={
          <span className="rounded-full border border-line bg-surface px-3 py-1">
            <StreamState view={view} onRetry={stream.tryNow} />
          </span>
        }
      >
        {emptySteps}
      </EmptyState>
    );
  }
  return (
    <>
      {view.status.kind === "ended" ? (
        <Callout
          live
          tone="danger"
          className="mb-5"
          title="You can no longer see these calls"
          actions={
            <Button size="sm" onClick={() => window.location.reload()}>
              Load again
            </Button>
          }
        >
          Your session ended, you were taken out of the team, or the project was deleted.
        </Callout>
      ) : null}
      <Announcement calls={calls} after={room.freshAfter} />
      <div className="grid items-start gap-6 md:grid-cols-[19rem_minmax(0,1fr)] xl:grid-cols-[25rem_minmax(0,1fr)] xl:gap-8">
        <section
          aria-label="Calls"
          className={cn("min-w-0 md:sticky md:top-18", detailOpen && "max-md:hidden")}
        >
          <CallsPanel room={room} menu={<CallsMenu onClear={room.clear} />} />
        </section>
        <section
          aria-label="Call"
          data-detail-open={detailOpen || undefined}
          className={cn("min-w-0", !detailOpen && "max-md:hidden")}
        >
          <CallPane room={room} base={base} onCopyCurl={copyCurl} />
        </section>
      </div>
    </>
  );
}

type PaneProps = { room: CallsRoomModel; base: string; onCopyCurl: (call: MockCall) => void };

/** The chosen call, or that there is none to show. */
function CallPane({ room, base, onCopyCurl }: PaneProps) {
  const [choice, setChoice] = useState<CallChoice>({ tab: "answer", shape: undefined });
  const { shown, missing } = room;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Button variant="ghost" size="sm" className="-ml-2 w-fit md:hidden" onClick={room.close}>
        <ArrowLeft aria-hidden />
        All calls
      </Button>
      {missing ? (
        <EmptyState
          icon={<SearchX />}
          title="This call is not here any more"
          text="It was deleted, is older than 7 days, or 200 newer ones came after it."
          action={<Button onClick={room.close}>Show what is here</Button>}
        />
      ) : null}
      {shown ? (
        <CallDetail
          call={shown}
          callbacks={room.callbacks}
          base={base}
          choice={choice}
          onChoice={setChoice}
          onSelect={room.choose}
          onCopyCurl={onCopyCurl}
        />
      ) : null}
    </div>
  );
}

function CallsMenu({ onClear }: { onClear: () => Promise<void> }) {
  return (
    <ActionMenu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label="Actions for all calls">
          <Ellipsis aria-hidden />
        </Button>
      }
      actions={[
        { label: "Keyboard shortcuts", icon: Keyboard, onClick: () => showShortcuts(true), detail: "?" },
        {
          label: "Delete all calls",
          icon: Trash2,
          danger: true,
          dialog: (control) => (
            <ConfirmDialog
              title="Delete all logged calls?"
              description="The mocks stay, and so does how often they were called. This cannot be undone."
              confirmLabel="Delete all"
              onConfirm={onClear}
              {...control}
            />
          ),
        },
      ]}
    />
  );
}

/** Copies a command that sends a call again. */
function useCurl(mockBaseUrl: string): (call: MockCall) => void {
  const toast = useToast();
  const copy = useCopy();
  const copyCurl = async ({ id, projectId }: MockCall) => {
    try {
      const whole = await callApi(getMockCall, { projectId, callId: id });
      const isCall = whole.kind === "call";
      const { command, needsFile } = curlOfCapture(
        {
          ...{ method: whole.method, sequence: whole.sequence, rawHeaders: whole.requestHeaders },
          // What was cut off can't be sent again, so the command names a file for it.
          ...{
            body: whole.requestBody,
            bodyEncoding: whole.requestBodyTruncated ? "base64" : whole.requestBodyEncoding,
          },
          size: whole.requestSize ?? whole.requestBody.length,
        },
        isCall ? mockBaseUrl + whole.target : whole.target,
      );
      await copy(
        needsFile === undefined ? "Command" : `Command, which reads its body from ${needsFile},`,
        command,
      );
    } catch (error) {
      toast.error("The command could not be made", { description: messageOf(error) });
    }
  };
  return (call) => void copyCurl(call);
}

/** The keys of the page, which go before those of every page. */
function useCallsShortcuts(room: CallsRoomModel, base: string, copyCurl: (call: MockCall) => void): void {
  const navigate = useNavigate();
  const { shown } = room;
  useShortcuts("page", "Among calls", [
    { keys: "j", words: "Next call; ↓ in the list does the same", run: () => room.go(1), repeats: true },
    { keys: "k", words: "Previous call", run: () => room.go(-1), repeats: true },
    { keys: "n", words: "Show the newest", run: room.showNewest },
    { keys: "p", words: "Pause or resume", run: room.togglePause },
    { keys: "c", words: "Copy as cURL", run: () => shown && copyCurl(shown) },
    { keys: "m", words: "Make a mock from this", run: () => shown && navigate(newMockHref(base, shown.id)) },
    { keys: "Escape", words: "Back to the list", run: () => room.detailOpen && room.close() },
  ]);
}

/** Announces the newest call to screen readers. */
function Announcement({ calls, after }: { calls: readonly MockCall[]; after: number }) {
  const [newest] = calls;
  const isNew = newest !== undefined && newest.sequence > after;
  return (
    <p role="status" className="sr-only">
      {isNew ? `New call: ${newest.method} ${newest.target.slice(0, 100)}` : ""}
    </p>
  );
}
