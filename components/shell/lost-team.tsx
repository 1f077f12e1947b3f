"use client";

import { DoorClosed } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useRefusals } from "@/components/ui/queries";
import { ApiError, call } from "@/lib/operations/client";
import { getTeam } from "@/lib/teams/contract";

type Named = { id: string; name: string };

/** The team at this address if it was the person's when the page opened, and is no more. */
export function useLostTeam(slug: string, current: Named | undefined): Named | undefined {
  const [lost, setLost] = useState<{ slug: string; team: Named }>();
  const known = useRef<{ slug: string; team: Named } | undefined>(undefined);
  const isAsking = useRef(false);
  useEffect(() => {
    if (current) known.current = { slug, team: current };
  }, [slug, current]);
  const look = useCallback(async () => {
    const last = known.current;
    // One refusal seldom comes alone.
    if (isAsking.current || last?.slug !== slug) return;
    isAsking.current = true;
    try {
      await call(getTeam, { teamId: last.team.id });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setLost(last);
    } finally {
      isAsking.current = false;
    }
  }, [slug]);
  useRefusals(look);
  return lost?.slug === slug ? lost.team : undefined;
}

/** In place of a page whose team the person is no member of any more, or which was deleted. */
export function LostTeam({ name }: { name: string }) {
  return (
    <EmptyState
      level={1}
      icon={<DoorClosed />}
      title={`You are not in ${name} any more`}
      text="Somebody removed you, or deleted the team. Your other teams are as they were. To come back, ask an admin of the team for an invitation."
      action={
        <Button variant="primary" href="/">
          Go to your own team
        </Button>
      }
    />
  );
}
