"use client";

import { Eye } from "lucide-react";
import { useState } from "react";
import type { PreviewPanelProps } from "@/components/mocks/preview-panel";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { laterComponent } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/waiting";

const PreviewPanel = laterComponent<PreviewPanelProps>(
  () => import("@/components/mocks/preview-panel").then((file) => file.PreviewPanel),
  <Skeleton className="h-40 w-full" />,
);

/** What the mock would answer as it is in the form. Must be inside the mock form. */
export function PreviewCard({ projectId }: PreviewPanelProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Card
      title="Preview"
      description="What the mock would answer as it is in this form. Nothing is saved or called."
      actions={
        isShown ? (
          <Button size="sm" variant="ghost" onClick={() => setShown(false)}>
            Hide preview
          </Button>
        ) : (
          <Button size="sm" onClick={() => setShown(true)}>
            <Eye aria-hidden />
            Show preview
          </Button>
        )
      }
    >
      {isShown ? <PreviewPanel projectId={projectId} /> : null}
    </Card>
  );
}
