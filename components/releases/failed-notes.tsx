"use client";

import { CircleX, PenLine, RefreshCw, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { ReleaseRoomState } from "@/components/releases/use-release-room";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { messageOf } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";

type FailedProps = { room: ReleaseRoomState; base: string; onByHand: () => void };

/** There are no notes, with the reason and what may help. */
export function Failed({ room, base, onByHand }: FailedProps) {
  return (
    <EmptyState
      icon={<CircleX />}
      title="The notes could not be written"
      text={room.release.errorMessage}
      action={
        <>
          <Button href={`${base}/new?from=${room.release.id}`} variant="primary">
            <SlidersHorizontal aria-hidden />
            Change range or repositories
          </Button>
          <TryAgain room={room} />
          <Button onClick={onByHand}>
            <PenLine aria-hidden />
            Write by hand
          </Button>
        </>
      }
    />
  );
}

/** The last generation failed, but earlier notes are there. */
export function FailedAgain({ room }: { room: ReleaseRoomState }) {
  return (
    <Callout
      tone="danger"
      live
      title="The notes could not be written anew"
      actions={<TryAgain room={room} />}
    >
      {room.release.errorMessage} They say what they said before.
    </Callout>
  );
}

function TryAgain({ room }: { room: ReleaseRoomState }) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function again() {
    setBusy(true);
    try {
      await room.regenerate();
    } catch (error) {
      toast.error("The notes could not be written anew", { description: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <Button loading={busy} onClick={() => void again()}>
      <RefreshCw aria-hidden />
      Try again
    </Button>
  );
}
