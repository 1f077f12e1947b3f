"use client";

import { useState } from "react";
import type { ReleaseRoomState } from "@/components/releases/use-release-room";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { messageOf } from "@/components/ui/form-problem";
import { TextField } from "@/components/ui/input";
import { localMinute } from "@/components/ui/local-minute";
import { useToast } from "@/components/ui/toast";

type ScheduleReleaseProps = {
  room: ReleaseRoomState;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

const hourMs = 60 * 60_000;

/** Asks when a release is to be published by itself. */
export function ScheduleRelease({ room, ...control }: ScheduleReleaseProps) {
  const { publishAt, title } = room.release;
  const toast = useToast();
  const [at, setAt] = useState(() =>
    localMinute(publishAt ? Date.parse(publishAt) : Math.ceil((Date.now() + hourMs / 6) / hourMs) * hourMs),
  );

  async function schedule() {
    const chosen = new Date(at);
    if (Number.isNaN(chosen.getTime())) throw new Error("Enter a date and a time.");
    await room.schedule(chosen.toISOString());
    toast.success(`“${title}” is scheduled`);
  }

  async function cancel() {
    try {
      await room.schedule(null);
      toast.success("It stays a draft");
      control.onOpenChange?.(false);
    } catch (error) {
      toast.error("The time could not be taken away", { description: messageOf(error) });
    }
  }

  return (
    <ConfirmDialog
      title={publishAt ? "Change when it is published" : "Publish it at a time"}
      description="It is published as it is then, so it can still be edited. Nothing is sent by itself, and writing it anew takes the time away."
      confirmLabel="Schedule"
      tone="primary"
      onConfirm={schedule}
      {...control}
    >
      <TextField
        type="datetime-local"
        label="Time of publication"
        hint={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
        value={at}
        onChange={(event) => setAt(event.target.value)}
      />
      {publishAt ? (
        <Button className="self-start" onClick={() => void cancel()}>
          Do not publish it by itself
        </Button>
      ) : null}
    </ConfirmDialog>
  );
}
