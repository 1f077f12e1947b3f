"use client";

import { Eye } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

/** What would be answered by what is in the form around. @param children shown, and asking, when somebody wants to see it */
export function PreviewCard({ description, children }: { description: string; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  return (
    <Card
      title="Preview"
      description={description}
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
      {isShown ? children : null}
    </Card>
  );
}
