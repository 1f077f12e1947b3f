"use client";

import { Monitor } from "lucide-react";
import { useState } from "react";
import { sessionsShown } from "@/components/account/settings/shown-sessions";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { messageOf } from "@/components/ui/form-problem";
import { usePage, useWrite } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import { endOtherSessions, endSession, listSessions } from "@/lib/account/contract";
import { call } from "@/lib/operations/client";
import type { Row } from "@/lib/operations/operation";

export function SessionsSection() {
  const write = useWrite();
  const { data } = usePage(listSessions, sessionsShown);
  const sessions = data?.items ?? [];
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <Card
      title="Sessions"
      description="If you don't recognize a session, end it and change your password."
      flush
      actions={
        <div className="flex flex-wrap gap-2">
          {others > 0 ? (
            <ConfirmDialog
              title="Sign out everywhere else?"
              description="Every session except this one ends, and links sent to you stop working."
              confirmLabel="Sign out everywhere else"
              onConfirm={async () => {
                await write(endOtherSessions, {});
              }}
              trigger={<Button>Sign out everywhere else</Button>}
            />
          ) : null}
          <ConfirmDialog
            title="Sign out everywhere?"
            description="Every session ends, including this one, and links sent to you stop working."
            confirmLabel="Sign out everywhere"
            onConfirm={async () => {
              await call(endOtherSessions, { current: "end" });
              window.location.assign("/sign-in");
            }}
            trigger={<Button>Sign out everywhere</Button>}
          />
        </div>
      }
    >
      <ul aria-label="Sessions" className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {data?.next ? (
        <p className="border-line border-t px-5 py-2.5 text-ink-mute text-sm">
          These are the {sessions.length} sessions that were active most recently.
        </p>
      ) : null}
    </Card>
  );
}

function SessionRow({ session }: { session: Row<typeof listSessions> }) {
  const write = useWrite();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function end() {
    setBusy(true);
    try {
      await write(endSession, { sessionId: session.id });
      toast.success("Session ended");
    } catch (error) {
      toast.error("Couldn't end the session", { description: messageOf(error) });
      setBusy(false);
    }
  }
  return (
    <li className="flex items-center gap-3 px-5 py-2.5">
      <Monitor aria-hidden className="size-4 shrink-0 text-ink-mute" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-ink first-letter:uppercase">{session.device}</span>
        <span className="block break-words text-ink-mute text-xs">
          {session.address || "IP address unknown"} · active{" "}
          {session.isCurrent ? "now" : <RelativeTime value={session.lastSeenAt} />} · signed in{" "}
          <RelativeTime value={session.createdAt} />
        </span>
      </span>
      {session.isCurrent ? (
        <Badge tone="green">This session</Badge>
      ) : (
        <Button size="sm" loading={busy} onClick={end} aria-label={`End the session of ${session.device}`}>
          End
        </Button>
      )}
    </li>
  );
}
