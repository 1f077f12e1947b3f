"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import type { ResponsesEditorProps } from "@/components/mocks/responses-editor";
import { ResponsesNote } from "@/components/mocks/responses-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { laterComponent } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/waiting";

const ResponsesEditor = laterComponent<ResponsesEditorProps>(
  () => import("@/components/mocks/responses-editor").then((file) => file.ResponsesEditor),
  <Skeleton className="h-28 w-full" />,
);

/** The responses of a mock besides its own answer. Must be inside the mock form. */
export function ResponsesCard({ mock }: Pick<ResponsesEditorProps, "mock">) {
  const count = useWatch<MockFormValues, "responses">({ name: "responses" }).length;
  const [isBegun, setBegun] = useState(false);
  // From then on it stays, so that the focus does when the last response is removed.
  const [isShown, setShown] = useState(count > 0);
  if (count > 0 && !isShown) setShown(true);
  return (
    <Card
      title="More responses"
      description={count > 0 ? "Each is given instead of the default response, where it fits." : undefined}
    >
      {isShown || isBegun ? (
        <ResponsesEditor mock={mock} isBegun={isBegun} />
      ) : (
        <div className="flex flex-col items-start gap-5">
          <ResponsesNote />
          <Button onClick={() => setBegun(true)}>
            <Plus aria-hidden />
            Add response
          </Button>
        </div>
      )}
    </Card>
  );
}
