"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { CallbacksEditorProps } from "@/components/mocks/callbacks-editor";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { laterComponent } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/waiting";

const CallbacksEditor = laterComponent<CallbacksEditorProps>(
  () => import("@/components/mocks/callbacks-editor").then((file) => file.CallbacksEditor),
  <Skeleton className="h-28 w-full" />,
);

/** The requests that a mock sends after its answers. Must be inside the mock form. */
export function CallbacksCard({ projectId }: { projectId: string }) {
  const count = useWatch<MockFormValues, "callbacks">({ name: "callbacks" }).length;
  const [isBegun, setBegun] = useState(false);
  // From then on it stays, so that the focus does when the last one is removed.
  const [isShown, setShown] = useState(count > 0);
  if (count > 0 && !isShown) setShown(true);
  return (
    <Card
      title="Callbacks"
      description="Requests that are sent after each answer: to a webhook inbox of this project, or to your own server."
    >
      {isShown || isBegun ? (
        <CallbacksEditor projectId={projectId} isBegun={isBegun} />
      ) : (
        <Button onClick={() => setBegun(true)}>
          <Plus aria-hidden />
          Add callback
        </Button>
      )}
    </Card>
  );
}
