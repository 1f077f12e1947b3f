"use client";

import { TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function DashboardError({ error, reset }: Props) {
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <EmptyState
      level={1}
      icon={<TriangleAlert />}
      title="This page could not be loaded"
      text="Nothing is lost. Try again in a moment; if it stays, tell whoever runs this Fieldkit."
      action={
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
      }
    >
      {error.digest ? <p className="font-mono text-ink-mute text-xs">Error {error.digest}</p> : null}
    </EmptyState>
  );
}
